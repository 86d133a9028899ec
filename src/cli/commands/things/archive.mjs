/** `nightjar export` and `nightjar import`: all that is one's own as an archive, and archives of other programs. */
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { blobOf, download } from "../../connection/files.mjs";
import { command, flag, text } from "../../parser/command.mjs";
import { CommandError, EXIT } from "../../terminal/exit.mjs";

/** @typedef {import("../../../contract/imports.ts").Import} Import */
/** @typedef {import("../../connection/api.mjs").Api} Api */

const PAUSE_MS = 1000;

export const exportCommand = command({
  name: "export",
  summary: "all that is yours, as one zip archive",
  args: "<file>",
  options: {},
  async run({ instance, print }, { words: [file = ""] }) {
    await download(instance(), "/export", file);
    print.done({ file }, `Wrote ${file}.`);
  },
});

export const importCommand = command({
  name: "import",
  summary: "archives of Nightjar, ChatGPT, Claude and others",
  args: "<file...>",
  options: {
    kind: text("--kind <kinds>", "only these kinds, with commas between them; else all that there are"),
    dryRun: flag("--dry-run", "only says what they hold"),
  },
  async run({ api, print }, { words, kind, dryRun }) {
    const blobs = await Promise.all(words.map(blobOf));
    const files = words.map((file, at) => ({ path: path.basename(file), size: blobs[at]?.size ?? 0 }));
    const begun = await api("POST /imports", {}, { files });
    await sendParts(api, begun, blobs);
    await api("POST /imports/{id}/preview", { id: begun.id });
    const seen = await settled(api, begun.id, ["receiving", "reading"]);
    if (dryRun) return print.fields(print.json ? seen : foundIn(seen));
    const kinds = /** @type {never} */ (kind?.split(",") ?? kindsIn(seen));
    await api("POST /imports/{id}/start", { id: begun.id }, { kinds });
    const done = await settled(api, begun.id, ["taking"]);
    print.fields(print.json ? done : outcomeOf(done));
    return done.state === "done" ? EXIT.ok : EXIT.failed;
  },
});

/**
 * The files one after the other, cut into parts of one size.
 * @param {Api} api
 * @param {Import} begun
 * @param {Blob[]} blobs
 */
async function sendParts(api, { id, part_bytes }, blobs) {
  const whole = new Blob(blobs);
  for (let index = 0; index * part_bytes < whole.size; index++) {
    const part = whole.slice(index * part_bytes, (index + 1) * part_bytes, "application/octet-stream");
    await api("PUT /imports/{id}/parts/{index}", { id, index }, part);
  }
}

/**
 * @param {Api} api
 * @param {string} id
 * @param {readonly Import["state"][]} busy states that pass by themselves
 */
async function settled(api, id, busy) {
  for (;;) {
    const now = await api("GET /imports/{id}", { id });
    if (now.failure !== null) throw new CommandError(now.failure);
    if (!busy.includes(now.state)) return now;
    await pause(PAUSE_MS);
  }
}

/** @param {Import} seen */
function kindsIn({ sources }) {
  const kinds = sources.flatMap(({ counts }) =>
    Object.entries(counts).flatMap(([kind, number]) => (number > 0 ? [kind] : [])),
  );
  if (kinds.length === 0) throw new CommandError("There is nothing in it that Nightjar can read.");
  return [...new Set(kinds)];
}

/** @param {Import} seen */
function foundIn({ sources }) {
  return Object.fromEntries(
    sources.map(({ name, format, counts }) => [name, `${format || "not recognised"}: ${countsOf(counts)}`]),
  );
}

/** @param {Import} done */
function outcomeOf({ state, outcome }) {
  const kinds = Object.entries(outcome).map(([kind, counts]) => [kind, countsOf(counts)]);
  return { state, ...Object.fromEntries(kinds) };
}

/** @param {Record<string, number>} counts */
function countsOf(counts) {
  const some = Object.entries(counts).filter(([, number]) => number > 0);
  return some.map(([name, number]) => `${number} ${name.replaceAll("_", " ")}`).join(", ") || "nothing";
}
