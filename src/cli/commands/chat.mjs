/** `nightjar chat`: a conversation at the prompt. */
import { createInterface } from "node:readline";
import { Conversation } from "../connection/conversation.mjs";
import { command } from "../parser/command.mjs";
import { TALK } from "../parser/options.mjs";
import { EXIT } from "../terminal/exit.mjs";
import { TurnView } from "../terminal/turn-view.mjs";
import { ChatSession } from "./chat-session.mjs";

/** @typedef {import("../parser/options.mjs").TalkOptions & {words: string[], help: string}} ChatOptions */

export const chat = command({
  name: "chat",
  summary: "a conversation; Ctrl-C stops an answer, Ctrl-D leaves",
  args: "[text...]",
  options: TALK,
  details: `A text is the first message. At the prompt: a line is a message; end it with \\ to go on in the next line. The agent's questions are
answered right there. Reminders and other messages appear as they come.
  /new    a new conversation      /file PATH   goes along with the next message
  /help   this                    /exit        leave (or Ctrl-D)`,
  run: ({ instance, help }, options) => chatAt(instance(), { ...options, help }),
});

/**
 * @param {import("../connection/instance.mjs").Instance} instance
 * @param {ChatOptions} options
 * @returns {Promise<number>} the exit code
 */
async function chatAt(instance, options) {
  let first = options.words.join(" ");
  let conversation = await Conversation.open(instance, options);
  await conversation.attach(options.file);
  while ((await converse(conversation, options, first)) === "new") {
    conversation = await Conversation.open(instance, { ...options, conversation: undefined, resume: false });
    first = "";
  }
  return EXIT.ok;
}

/**
 * Runs until the person leaves or wants a new conversation.
 * @param {Conversation} conversation
 * @param {ChatOptions} options
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
