/** `nightjar status`: whether the instance runs, and what it is doing now. */
import { call } from "../connection/api.mjs";
import { command } from "../parser/command.mjs";
import { colours } from "../terminal/colours.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { oneLine } from "../terminal/safe-text.mjs";

export const status = command({
  name: "status",
  summary: "whether it runs, and what it is doing now",
  run: ({ instance }, options) => showStatus(instance(), options),
});

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {{json: boolean}} options
 */
async function showStatus(instance, options) {
  const [health, monitor] = await Promise.all([
    call(instance, "GET /status"),
    call(instance, "GET /monitor"),
  ]);
  if (options.json) console.log(JSON.stringify({ ...health, turns: turnsOf(monitor) }));
  else print(instance, health, turnsOf(monitor));
  return EXIT.ok;
}

/**
 * @param {any} monitor
 * @returns {import("../../contract/instance/instance.ts").MonitorTurn[]}
 */
function turnsOf(monitor) {
  return monitor?.items ?? monitor?.turns ?? [];
}

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {Record<string, unknown>} health
 * @param {import("../../contract/instance/instance.ts").MonitorTurn[]} turns
 */
function print(instance, health, turns) {
  const { green, dim } = colours(process.stdout);
  console.log(`${green("up")} ${instance.url}`);
  for (const [name, value] of Object.entries(health)) {
    if (name !== "turns") console.log(`${dim(name.padEnd(16))} ${plain(value)}`);
  }
  if (turns.length === 0) return console.log(dim("no turn is running"));
  for (const turn of turns) {
    const where = `${turn.agent} on ${turn.model}, step ${turn.step}`;
    console.log(
      `${turn.state.padEnd(9)} ${oneLine(where, 60)} ${dim(`since ${turn.since} in ${turn.conversation_id}`)}`,
    );
  }
}

/** @param {unknown} value */
function plain(value) {
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${part} ${name.replaceAll("_", " ")}`)
    .join(", ");
}
