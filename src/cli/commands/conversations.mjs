/** `nightjar conversations`, and `nightjar history` for short: lists, shows, exports and deletes them. */
import { query } from "../../client/client.mjs";
import { download } from "../connection/files.mjs";
import { pagesOf } from "../connection/pages.mjs";
import { choice, command, flag, text } from "../parser/command.mjs";
import { LIMIT } from "../parser/options.mjs";
import { colours } from "../terminal/colours.mjs";
import { dollars, minuteOf } from "../terminal/printer.mjs";
import { oneLine, safeText } from "../terminal/safe-text.mjs";

/** @typedef {import("../../client/types.ts").AnswerOf<"GET /conversations/{id}/messages">["items"][number]} Message */
/** @typedef {import("../parser/types.ts").Context} Context */

/** @type {readonly ("markdown" | "json")[]} */
const FORMATS = ["markdown", "json"];
const FULL = flag("--full", "tool calls and their results too");

export const history = command({
  name: "history",
  summary: "your conversations, or the messages of one",
  args: "[conversation]",
  options: {
    conversation: text("-c, --conversation <id>", "the same as the word"),
    full: FULL,
    limit: LIMIT,
  },
  run: (context, { words: [word], conversation = word, full, limit }) =>
    conversation === undefined ? list(context, { limit }) : show(context, conversation, full),
});

export const conversations = command({
  name: "conversations",
  summary: "lists, shows, exports and deletes them",
  run: (context) => list(context, {}),
  commands: [
    command({
      name: "list",
      summary: "pinned and newest first",
      options: {
        q: text("--q <words>", "words of a title, or of what was said"),
        folder: text("--folder <name>", "of that folder"),
        tag: text("--tag <name>", "with that tag"),
        archived: flag("--archived", "archived ones"),
        limit: LIMIT,
      },
      run: (context, { q, folder, tag, archived, limit }) =>
        list(context, { q, folder, tag, archived: archived || undefined, limit }),
    }),
    command({
      name: "show",
      summary: "its messages, the oldest first",
      args: "<id>",
      options: { full: FULL },
      run: (context, { words: [id = ""], full }) => show(context, id, full),
    }),
    command({
      name: "search",
      summary: "messages that hold all of these words",
      args: "<words...>",
      options: { limit: LIMIT },
      run: ({ api, print }, { words, limit = 20 }) =>
        print.list(
          pagesOf((page) => api("GET /conversations/search", { q: words.join(" "), ...page }), limit),
          {
            columns: [
              { head: "CONVERSATION", of: ({ conversation_id }) => conversation_id },
              { head: "WHEN", of: ({ at }) => minuteOf(at) },
              { head: "TEXT", of: ({ snippet }) => snippet },
            ],
            none: "Nothing was found.",
          },
        ),
    }),
    command({
      name: "export",
      summary: "the whole conversation as a file",
      args: "<id>",
      options: {
        format: choice("--format <format>", "else markdown", FORMATS),
        output: text("-o, --output <file>", "a new file, else standard output"),
      },
      run: ({ instance }, { words: [id = ""], format, output }) =>
        download(instance(), `/conversations/${encodeURIComponent(id)}/export${query({ format })}`, output),
    }),
    command({
      name: "delete",
      summary: "for good",
      args: "<id>",
      async run({ api, print }, { words: [id = ""] }) {
        await api("DELETE /conversations/{id}", { id });
        print.done({ id, deleted: true }, `Deleted ${id}.`);
      },
    }),
  ],
});

/**
 * @param {Context} context
 * @param {{q?: string | undefined, folder?: string | undefined, tag?: string | undefined, archived?: boolean | undefined, limit?: number | undefined}} wanted
 */
function list({ api, print }, { limit, ...wanted }) {
  return print.list(
    pagesOf((page) => api("GET /conversations", { ...wanted, ...page }), limit),
    {
      columns: [
        { head: "ID", of: ({ id }) => id },
        { head: "USED", of: ({ updated_at }) => minuteOf(updated_at) },
        { head: "WITH", of: ({ agent, room }) => agent ?? room },
        { head: "MESSAGES", of: ({ message_count }) => message_count },
        { head: "COST", of: ({ cost_usd }) => dollars(cost_usd) },
        { head: "TITLE", of: ({ title }) => title || "(no title yet)" },
      ],
      none: "No conversation yet. Begin one: nightjar chat",
    },
  );
}

/**
 * @param {Context} context
 * @param {string} id
 * @param {boolean} isFull
 */
async function show(context, id, isFull) {
  const messages = await allMessages(context, id);
  if (context.print.json) context.print.done(messages, "");
  else for (const message of messages) printMessage(message, isFull);
}

/**
 * Oldest first; the API gives the newest page first.
 * @param {Context} context
 * @param {string} id
 * @returns {Promise<Message[]>}
 */
async function allMessages({ api }, id) {
  /** @type {Message[]} */
  let messages = [];
  for (let before = /** @type {string | null} */ (null); ; ) {
    const page = await api("GET /conversations/{id}/messages", { id, before, limit: 200 });
    messages = [...page.items, ...messages];
    if (page.next_cursor === null) return messages;
    before = page.next_cursor;
  }
}

/**
 * @param {Message} message
 * @param {boolean} isFull
 */
function printMessage(message, isFull) {
  const { bold, dim } = colours(process.stdout);
  const who =
    message.role === "assistant" ? (message.agent ?? "assistant") : (message.author ?? message.role);
  const mark = message.status === "complete" ? "" : ` [${message.status}]`;
  console.log(`${bold(who)} ${dim(`${message.created_at.slice(0, 16).replace("T", " ")}${mark}`)}`);
  const cited = new Set();
  for (const part of message.parts) {
    if (part.type === "citation") {
      const source = part.source_id ?? part.url;
      if (cited.has(source)) continue;
      cited.add(source);
    }
    const line = describePart(part, isFull);
    if (line !== undefined) console.log(part.type === "text" ? line : dim(line));
  }
  console.log();
}

/**
 * @param {Message["parts"][number]} part
 * @param {boolean} isFull
 */
function describePart(part, isFull) {
  switch (part.type) {
    case "text":
      return safeText(part.text);
    case "error":
      return `[${part.error}] ${safeText(part.reason)}`;
    case "image":
    case "audio":
    case "file":
      return `[${part.type}: ${oneLine(part.name ?? part.file_id, 80)}]`;
    case "citation":
      return `[${part.index}] ${oneLine(part.title, 80)} ${safeText(part.url)}`;
    case "tool_call":
      return isFull ? `→ ${oneLine(part.name, 80)} ${safeText(JSON.stringify(part.input) ?? "")}` : undefined;
    case "tool_result":
      return isFull ? `← ${oneLine(part.name, 80)} ${safeText(part.content)}` : undefined;
    case "reasoning":
      return isFull ? safeText(part.text) : undefined;
  }
}
