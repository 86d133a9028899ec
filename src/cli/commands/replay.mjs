/** `nightjar replay`: turns again, beside the originals, with another model or agent. */
import { Unreachable } from "../connection/api.mjs";
import { pagesOf } from "../connection/pages.mjs";
import { command, text } from "../parser/command.mjs";
import { LIMIT, MODEL } from "../parser/options.mjs";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { dollars } from "../terminal/printer.mjs";
import { safeText } from "../terminal/safe-text.mjs";

/** @typedef {import("../../contract/turns.ts").Replay} Replay */
/** @typedef {Replay["replay"]} Side */
/** @typedef {Replay | {turn_id: string, reason: string}} Outcome a replay, or why there is none */
/** @typedef {import("../parser/types.ts").Context} Context */
/** @typedef {{id: string, change: {model?: string | undefined, agent?: string | undefined}}} Wanted */

const USUAL_TURNS = 10;
const ENDED = ["completed", "halted", "failed"];

export const replay = command({
  name: "replay",
  summary: "runs a turn again beside the original; no tool runs",
  args: "<conversation> [turn]",
  options: {
    model: MODEL,
    agent: text("-a, --agent <slug>", "which agent answers, a draft too"),
    limit: LIMIT,
  },
  run(context, { words: [id = "", turn], limit, ...given }) {
    const wanted = { id, change: { model: given.model, agent: given.agent } };
    return turn === undefined ? replayNewest(context, wanted, limit) : replayOne(context, wanted, turn);
  },
});

/**
 * Prints both texts below each other; ends with 1 where the replay has no answer.
 * @param {Context} context
 * @param {Wanted} wanted
 * @param {string} turn
 */
async function replayOne({ api, print }, { id, change }, turn) {
  const both = await api("POST /conversations/{id}/turns/{turn}/replay", { id, turn }, change);
  if (print.json) print.done(both, "");
  else for (const name of /** @type {const} */ (["original", "replay"])) printSide(print, name, both[name]);
  return both.replay.status === "failed" ? EXIT.failed : EXIT.ok;
}

/**
 * @param {Context["print"]} print
 * @param {string} name
 * @param {Side} side
 */
function printSide(print, name, side) {
  print.line(print.paint.bold(safeText(`${name}: ${factsOf(side)}`)));
  for (const { name: tool, input, state } of side.calls)
    print.line(print.paint.dim(safeText(`→ ${tool} ${input} (${state})`)));
  if (side.reason !== null) print.line(safeText(`[${side.status}] ${side.reason}`));
  print.line(`${safeText(side.text)}\n`);
}

/** @param {Side} side */
function factsOf({ agent, model, usage, cost_usd, duration_ms }) {
  const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  const tokens = `${input} in, ${usage.output_tokens} out`;
  return [agent, model, tokens, dollars(cost_usd), secondsOf(duration_ms)].filter(Boolean).join(" · ");
}

/**
 * Replays run one after another: a conversation takes one at a time.
 * @param {Context} context
 * @param {Wanted} wanted
 * @param {number | undefined} limit
 */
function replayNewest({ api, print }, wanted, limit = USUAL_TURNS) {
  return print.list(outcomes(api, wanted, limit), {
    columns: [
      { head: "TURN", of: ({ turn_id }) => turn_id },
      { head: "TEXT", of: comparison },
      { head: "CALLS", of: (each) => ("replay" in each ? callsOf(each.replay) : "") },
      { head: "COST", of: (each) => ("replay" in each ? dollars(each.replay.cost_usd) : "") },
      { head: "BEFORE", of: (each) => ("replay" in each ? dollars(each.original.cost_usd) : "") },
      { head: "TIME", of: (each) => ("replay" in each ? secondsOf(each.replay.duration_ms) : "") },
      { head: "REPLAY", of: (each) => ("replay" in each ? each.replay.text : each.reason) },
    ],
    none: "No turn of this conversation has ended yet.",
  });
}

/**
 * @param {Context["api"]} api
 * @param {Wanted} wanted
 * @param {number} limit
 * @returns {AsyncGenerator<Outcome[]>}
 */
async function* outcomes(api, { id, change }, limit) {
  let left = limit;
  for await (const turns of pagesOf((page) => api("GET /conversations/{id}/turns", { id, ...page })))
    for (const { id: turn } of turns.filter(({ status }) => ENDED.includes(status))) {
      yield [await outcomeOf(api, { id, change }, turn)];
      left -= 1;
      if (left === 0) return;
    }
}

/**
 * A turn that can't be replayed, as one with a deleted message, does not end the list.
 * @param {Context["api"]} api
 * @param {Wanted} wanted
 * @param {string} turn
 * @returns {Promise<Outcome>}
 */
async function outcomeOf(api, { id, change }, turn) {
  try {
    return await api("POST /conversations/{id}/turns/{turn}/replay", { id, turn }, change);
  } catch (error) {
    const isRefusal = error instanceof CommandError && !(error instanceof Unreachable);
    if (!isRefusal || error.exitCode === EXIT.usage) throw error;
    return { turn_id: turn, reason: error.message };
  }
}

/** @param {Outcome} outcome */
function comparison(outcome) {
  if (!("replay" in outcome)) return "not replayed";
  const { original, replay: again } = outcome;
  if (again.status === "failed") return `failed: ${again.reason ?? ""}`;
  return original.text === again.text ? "same" : "different";
}

/** @param {Side} side */
function callsOf({ calls }) {
  const fresh = calls.filter(({ state }) => state === "new").length;
  return calls.length === 0 ? "" : `${calls.length - fresh} answered, ${fresh} new`;
}

/** @param {number | null} ms */
function secondsOf(ms) {
  return ms === null ? "" : `${(ms / 1000).toFixed(1)} s`;
}
