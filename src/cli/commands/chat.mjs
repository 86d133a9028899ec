/** `nightjar chat`: a conversation at the prompt. */
import { createInterface } from "node:readline";
import { Conversation } from "../connection/conversation.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { TurnView } from "../terminal/turn-view.mjs";
import { ChatSession } from "./chat-session.mjs";

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {import("../terminal/arguments.mjs").Options} options
 * @returns {Promise<number>} the exit code
 */
export async function chat(instance, options) {
  let next = options.conversation;
  let first = options.words.join(" ");
  for (;;) {
    const conversation = await Conversation.open(instance, { ...options, conversation: next });
    const outcome = await converse(conversation, options, first);
    if (outcome === "leave") return EXIT.ok;
    next = undefined;
    first = "";
  }
}

/**
 * Runs until the person leaves or wants a new conversation.
 * @param {Conversation} conversation
 * @param {import("../terminal/arguments.mjs").Options} options
 * @param {string} first what is said before the prompt appears, if not empty
 * @returns {Promise<"leave" | "new">}
 */
async function converse(conversation, options, first) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: "› " });
  const view = new TurnView(process.stdout, process.stdout.isTTY ? process.stdout : process.stderr);
  const session = new ChatSession({ conversation, options, terminal, view });
  if (first !== "") session.say(first);
  view.note(view.paint.dim(`Conversation ${conversation.id}. Type /help for commands.`));
  try {
    return await session.run();
  } finally {
    terminal.close();
    view.note(view.paint.dim(`Go on with it: nightjar chat --conversation ${conversation.id}`));
  }
}
