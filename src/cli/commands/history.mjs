/** `nightjar history`: the latest conversations, or the messages of one. */
import { call } from "../connection/api.mjs";
import { Conversation } from "../connection/conversation.mjs";
import { command, flag, text } from "../parser/command.mjs";
import { colours } from "../terminal/colours.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { oneLine, safeText } from "../terminal/safe-text.mjs";

/** @typedef {import("../../channels/web/wire.ts").Message} Message */
/** @typedef {import("../../channels/web/wire.ts").ConversationSummary} ConversationSummary */

export const history = command({
  name: "history",
  summary: "your conversations, or the messages of one",
  args: "[conversation]",
  options: {
    conversation: text("-c, --conversation <id>", "the same as the word"),
    full: flag("--full", "tool calls and their results too"),
  },
  run: ({ instance }, options) => showHistory(instance(), options),
});

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {{words: string[], conversation: string | undefined, json: boolean, full: boolean}} options
 */
async function showHistory(instance, options) {
  const id = options.conversation ?? options.words[0];
  if (id === undefined) return listConversations(instance, options.json);
  const messages = await allMessages(instance, id);
  if (options.json) console.log(JSON.stringify(messages));
  else for (const message of messages) printMessage(message, options.full);
  return EXIT.ok;
}

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {boolean} json
 */
async function listConversations(instance, json) {
  /** @type {{items: ConversationSummary[]}} */
  const { items } = await call(instance, "GET /conversations");
  if (json) console.log(JSON.stringify(items));
  else if (items.length === 0) console.log("No conversation yet. Begin one: nightjar chat");
  else for (const item of items) printSummary(item);
  return EXIT.ok;
}

/** @param {ConversationSummary} item */
function printSummary(item) {
  const { dim } = colours(process.stdout);
  const when = item.updated_at.slice(0, 16).replace("T", " ");
  console.log(
    `${item.id}  ${dim(when)}  ${oneLine(item.title || "(no title yet)", 60)} ${dim(item.agent ?? item.room ?? "")}`,
  );
}

/**
 * Oldest first; the API gives the newest page first.
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {string} id
 * @returns {Promise<Message[]>}
 */
async function allMessages(instance, id) {
  const route = `${Conversation.route(id)}/messages?limit=200`;
  /** @type {Message[]} */
  let messages = [];
  for (let before = ""; ; ) {
    const page = await call(instance, `GET ${before === "" ? route : `${route}&before=${before}`}`);
    messages = [...page.items, ...messages];
    if (!page.next_cursor) return messages;
    before = encodeURIComponent(page.next_cursor);
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
  for (const part of message.parts) {
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
