/** `nightjar replay-sets`: sets of turns, and runs that try a change on them. */
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { pagesOf, wholeList } from "../../connection/pages.mjs";
import { choice, command, count, text } from "../../parser/command.mjs";
import { MODEL } from "../../parser/options.mjs";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { dollars } from "../../terminal/printer.mjs";

/** @typedef {import("../../parser/types.ts").Context} Context */
/** @typedef {import("../../../contract/replays/replays.ts").ReplayRun} ReplayRun */

const LOOK_MS = 1_000;
const MODES = /** @type {const} */ (["agent", "chat", "search", "research", "ask", "read_only"]);

const OF_RUN = {
  agent: text("-a, --agent <slug>", "which agent answers; else those that answered"),
  agentVersion: count("--agent-version <number>", "a version of that agent"),
  instructions: text("--instructions <file>", "a file with other instructions for that agent"),
  model: MODEL,
  mode: choice("--mode <name>", "the mode of all turns", MODES),
  limitUsd: text("--limit-usd <dollars>", "ends the run once it has cost as much"),
};

export const replaySets = command({
  name: "replay-sets",
  summary: "sets of turns to try a change of an agent on",
  run: list,
  commands: [
    command({ name: "list", summary: "your sets", run: list }),
    command({
      name: "create",
      summary: "makes a set",
      args: "<name>",
      async run({ api, print }, { words: [name = ""] }) {
        const set = await api("POST /replay-sets", {}, { name });
        print.done(set, `${set.id} is ${set.name}.`);
      },
    }),
    command({
      name: "add",
      summary: "adds a turn, with a copy for when its conversation is deleted",
      args: "<set> <conversation> <turn>",
      async run({ api, print }, { words: [id = "", conversation_id = "", turn_id = ""] }) {
        const turn = await api("POST /replay-sets/{id}/turns", { id }, { conversation_id, turn_id });
        print.done(turn, `${turn.id} is in the set.`);
      },
    }),
    command({ name: "turns", summary: "the turns of a set", args: "<set>", run: listTurns }),
    command({
      name: "run",
      summary: "replays all turns with a change and waits; ends with 1 where an expectation isn't met",
      args: "<set>",
      options: OF_RUN,
      run,
    }),
    command({ name: "results", summary: "the replays of a run", args: "<run>", run: listResults }),
    command({
      name: "delete",
      summary: "deletes a set with its copies and runs",
      args: "<set>",
      async run({ api, print }, { words: [id = ""] }) {
        await api("DELETE /replay-sets/{id}", { id });
        print.done({ id, deleted: true }, `Deleted ${id}.`);
      },
    }),
  ],
});

/** @param {Context} context */
function list({ api, print }) {
  return print.list(wholeList(api("GET /replay-sets")), {
    columns: [
      { head: "ID", of: ({ id }) => id },
      { head: "TURNS", of: ({ turns }) => String(turns) },
      { head: "NAME", of: ({ name }) => name },
    ],
    none: "There is no set.",
  });
}

/** @type {import("../../parser/types.ts").Run<{}>} */
function listTurns({ api, print }, { words: [id = ""] }) {
  return print.list(wholeList(api("GET /replay-sets/{id}/turns", { id })), {
    columns: [
      { head: "ID", of: (turn) => turn.id },
      { head: "QUESTION", of: ({ question }) => question },
      { head: "ANSWER", of: ({ original }) => original.text },
    ],
    none: "The set has no turns.",
  });
}

/** @type {import("../../parser/types.ts").Run<typeof OF_RUN>} */
async function run({ api, print }, { words: [id = ""], instructions, limitUsd, ...given }) {
  const body = {
    ...{ agent: given.agent, version: given.agentVersion, model: given.model, mode: given.mode },
    ...(instructions !== undefined && { instructions: await readFile(instructions, "utf8") }),
    ...(limitUsd !== undefined && { limit_usd: amountOf(limitUsd) }),
  };
  let now = await api("POST /replay-sets/{id}/runs", { id }, body);
  while (now.status === "running") {
    await pause(LOOK_MS);
    now = await api("GET /replay-runs/{id}", { id: now.id });
  }
  print.done(now, factsOf(now));
  return now.status === "completed" && now.summary.met === now.summary.expected ? EXIT.ok : EXIT.failed;
}

/** @param {string} given */
function amountOf(given) {
  const amount = Number(given);
  if (amount >= 0.01) return amount;
  throw new CommandError(`--limit-usd takes an amount in dollars from 0.01, not "${given}".`, EXIT.usage);
}

/** @param {ReplayRun} run */
function factsOf({ id, status, reason, total, summary }) {
  const { done, met, expected, cost_usd, original_cost_usd, unpriced } = summary;
  const facts = [
    `${id} ${status}`,
    `${done} of ${total} turns`,
    ...(expected === 0 ? [] : [`${met} of ${expected} expectations met`]),
    `${dollars(cost_usd)} (originals ${dollars(original_cost_usd)})`,
    ...(unpriced === 0 ? [] : [`${unpriced} of unknown cost`]),
  ];
  return `${facts.join(" · ")}${reason === null ? "" : `\n${reason}`}`;
}

/** @type {import("../../parser/types.ts").Run<{}>} */
function listResults({ api, print }, { words: [id = ""] }) {
  return print.list(
    pagesOf((page) => api("GET /replay-runs/{id}/results", { id, ...page })),
    {
      columns: [
        { head: "TURN", of: ({ turn }) => turn },
        {
          head: "MET",
          of: ({ checks }) => `${checks.filter(({ is_met }) => is_met).length}/${checks.length}`,
        },
        { head: "MARK", of: ({ mark }) => mark ?? "" },
        { head: "COST", of: ({ replay }) => (replay ? dollars(replay.cost_usd) : "") },
        { head: "REPLAY", of: ({ replay, reason }) => replay?.text ?? reason ?? "" },
      ],
      none: "The run has no results yet.",
    },
  );
}
