/** `nightjar doctor`: checks this machine and the instance, and ends with one message to an agent. */
import { apiOf } from "../connection/api.mjs";
import { findingsHere, packageFolder } from "../doctor/here.mjs";
import { compareMigrations } from "../doctor/migrations.mjs";
import { command, flag } from "../parser/command.mjs";
import { colours } from "../terminal/colours.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { oneLine } from "../terminal/safe-text.mjs";

/** @typedef {import("../connection/instance.mjs").Instance} Instance */
/** @typedef {import("../../contract/instance/doctor.ts").FindingView} Finding */

const SKEW_MS = 60_000;
const SIGNS = { ok: "ok  ", warning: "note", problem: "BAD ", off: "-   " };

export const doctor = command({
  name: "doctor",
  summary: "checks everything, and says what to mend",
  options: { fix: flag("--fix", "mends what can be mended without a risk") },
  details: `Checks this machine and the instance: Node, the settings file, disk, address, storage, queue, models, chats, backups; ends
with one message to an agent. Ends with 1 where something needs mending.`,
  run: ({ instance }, options) => diagnose(instance, options),
});

/**
 * @param {() => Instance} find throws when no instance is named
 * @param {{json: boolean, fix: boolean}} options
 * @returns {Promise<number>} the exit code
 */
async function diagnose(find, { json, fix }) {
  const show = json ? () => {} : print;
  const findings = findingsHere({ fix });
  for (const finding of findings) show(finding);
  for await (const finding of findingsThere(find)) {
    findings.push(finding);
    show(finding);
  }
  const isIll = findings.some(({ state }) => state === "problem");
  if (json) console.log(JSON.stringify({ is_ok: !isIll, findings }));
  else
    console.log(isIll ? "\nSomething needs mending: see the lines that begin with BAD." : "\nAll is well.");
  return isIll ? EXIT.failed : EXIT.ok;
}

/**
 * @param {() => Instance} find
 * @returns {AsyncGenerator<Finding>}
 */
async function* findingsThere(find) {
  const about = { check: "address", title: "Instance" };
  try {
    const instance = find();
    const began = Date.now();
    const diagnosis = await apiOf(instance)("POST /doctor", {}, {});
    yield {
      ...about,
      state: "ok",
      detail: `Nightjar ${diagnosis.version} answers at ${instance.url}.`,
      mend: null,
    };
    yield clockOf(diagnosis.time, began);
    yield* compareMigrations(diagnosis.migrations, packageFolder("d1-migrations"));
    yield* diagnosis.findings;
    yield await turn(instance);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    yield { ...about, state: "problem", detail, mend: "Start it with npm start, then run this again." };
  }
}

/**
 * @param {string} time of the instance
 * @param {number} began ms
 * @returns {Finding}
 */
function clockOf(time, began) {
  const about = { check: "skew", title: "Clock of this machine" };
  const at = Date.parse(time);
  const apart = Math.max(0, began - at, at - Date.now());
  if (apart < SKEW_MS) return { ...about, state: "ok", detail: "It agrees with the instance's.", mend: null };
  const detail = `It is ${Math.round(apart / 1000)} s apart from the instance's.`;
  return { ...about, state: "warning", detail, mend: "Set it by NTP." };
}

/**
 * Sends a message to the default agent, in a temporary chat.
 * @param {Instance} instance
 * @returns {Promise<Finding>}
 */
async function turn(instance) {
  const about = { check: "turn", title: "An answer" };
  const began = Date.now();
  const body = { message: "Say hello in one word.", temporary: true };
  const { status, reply, reason } = await apiOf(instance)("POST /chat", {}, body);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  if (status === "completed" && reply)
    return { ...about, state: "ok", detail: `It came after ${seconds} s.`, mend: null };
  return {
    ...about,
    state: "problem",
    detail: reason ?? `It ended as ${status}.`,
    mend: "See the finding of the models above.",
  };
}

/** @param {Finding} finding */
function print({ state, title, detail, mend }) {
  const paint = colours(process.stdout);
  const sign = { ok: paint.green, warning: paint.bold, problem: paint.red, off: paint.dim }[state](
    SIGNS[state],
  );
  console.log(`${sign} ${title.padEnd(22)} ${oneLine(detail, 300)}`);
  if (mend !== null && state !== "ok")
    console.log(`     ${" ".repeat(22)} ${paint.dim(`→ ${oneLine(mend, 300)}`)}`);
}
