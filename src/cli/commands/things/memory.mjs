/** `nightjar memory`. */
import { readFileSync } from "node:fs";
import { pagesOf, wholeList } from "../../connection/pages.mjs";
import { choice, command, flag } from "../../parser/command.mjs";
import { LIMIT } from "../../parser/options.mjs";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { minuteOf } from "../../terminal/printer.mjs";

/** @typedef {import("../../parser/types.ts").Context} Context */

/** @type {readonly ("turn" | "file" | "memory" | "fact" | "episode")[]} */
const FOUND = ["turn", "file", "memory", "fact", "episode"];

/** Kinds of memories, each with its list and a line for people. */
const KINDS = {
  notes: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/items", page), most),
      shownAs(({ content }) => content),
    ),
  wishes: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/wishes", page), most),
      shownAs(({ content }) => content),
    ),
  facts: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/facts", page), most),
      shownAs(({ entity, attribute, value }) => `${entity}: ${attribute} = ${value}`),
    ),
  relations: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/relations", page), most),
      shownAs(({ from, relation, to }) => `${from} ${relation} ${to}`),
    ),
  promises: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/commitments", page), most),
      shownAs(({ who, what, status }) => `${who}: ${what} (${status})`),
    ),
  episodes: (/** @type {Context} */ { api, print }, /** @type {number | undefined} */ most) =>
    print.list(
      pagesOf((page) => api("GET /memory/episodes", page), most),
      shownAs(({ summary }) => summary),
    ),
};

export const memory = command({
  name: "memory",
  summary: "searches, lists, adds to and forgets",
  commands: [
    command({
      name: "search",
      summary: "what was said, read or noted",
      args: "<words...>",
      options: { kind: choice("--kind <kind>", "only", FOUND), limit: LIMIT },
      run: ({ api, print }, { words, kind, limit }) =>
        print.list(wholeList(api("GET /memory/search", { q: words.join(" "), kind, k: limit })), {
          columns: [
            { head: "KIND", of: (hit) => hit.kind },
            { head: "WHEN", of: ({ at }) => minuteOf(at) },
            { head: "TEXT", of: (hit) => hit.text },
            { head: "SOURCE", of: ({ source }) => source },
          ],
          none: "Nothing was found.",
        }),
    }),
    command({
      name: "list",
      summary: "the newest first",
      args: "[kind]",
      details: `Kinds: ${Object.keys(KINDS).join(", ")}; else notes.`,
      options: { limit: LIMIT },
      run: (context, { words: [kind = "notes"], limit }) => listed(kind)(context, limit),
    }),
    command({
      name: "add",
      summary: "writes a note",
      args: "<text...>",
      async run({ api, print }, { words }) {
        const note = await api("POST /memory/items", {}, { content: words.join(" ") });
        print.done(note, `Noted, as ${note.id}.`);
      },
    }),
    command({
      name: "forget",
      summary: "all about a name",
      args: "<name...>",
      options: {
        dryRun: flag("--dry-run", "counts only"),
        final: flag("--final", "nothing can be brought back; else for 30 days"),
      },
      async run({ api, print }, { words, dryRun, final }) {
        const about = words.join(" ");
        const { forgotten, ...told } = await api(
          "POST /memory/forget",
          {},
          { about, dry_run: dryRun, final },
        );
        const counts = Object.entries(forgotten).map(([kind, number]) => `${number} ${kind}`);
        print.done({ ...told, forgotten }, `${dryRun ? "Would forget" : "Forgot"} ${counts.join(", ")}.`);
      },
    }),
    command({
      name: "index",
      summary: "brings the texts of files into memory",
      args: "<file...>",
      details: "Repeating it changes nothing: each file is known by its path.",
      async run({ api, print }, { words }) {
        for (const path of words) {
          const { indexed } = await api("POST /memory/index", {}, { path, text: textIn(path) });
          print.done({ path, indexed }, `${path}: ${indexed} passages.`);
        }
      },
    }),
    command({
      name: "consolidate",
      summary: "sums up what was said, now and not at the full hour",
      details: "A job does it: nightjar jobs shows how it goes. For the operator.",
      async run({ api, print }) {
        const { job_id } = await api("POST /memory/consolidate", {}, {});
        print.done({ job_id }, `It runs as ${job_id}.`);
      },
    }),
  ],
});

/** @param {string} kind @returns {(context: Context, most: number | undefined) => Promise<void>} */
function listed(kind) {
  const found = Object.entries(KINDS).find(([name]) => name === kind);
  if (found !== undefined) return found[1];
  throw new CommandError(`"${kind}" isn't a kind: ${Object.keys(KINDS).join(", ")}.`, EXIT.usage);
}

/** @param {string} file */
function textIn(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new CommandError(`${file} can't be read.`, EXIT.usage);
  }
}

/**
 * @template {{id: string, created_at?: string, recorded_at?: string}} T
 * @param {(item: T) => string} text
 */
function shownAs(text) {
  /** @type {import("../../terminal/printer.mjs").Column<T>[]} */
  const columns = [
    { head: "ID", of: ({ id }) => id },
    { head: "SINCE", of: ({ created_at, recorded_at }) => minuteOf(created_at ?? recorded_at) },
    { head: "TEXT", of: text },
  ];
  return { columns, none: "There is nothing yet." };
}
