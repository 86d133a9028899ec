/** Options that several commands take. */
import { choice, count, flag, text, texts } from "./command.mjs";

/** @typedef {import("../connection/conversation.mjs").Addressed & {resume: boolean, file: string[]}} TalkOptions */

export const CONVERSATION = text("-c, --conversation <id>", "goes on with that conversation");
export const AGENT = text("-a, --agent <slug>", "which agent answers");
export const MODEL = text("-m, --model <name>", "which model, as provider/model");
export const TIER = text("--tier <name>", "context of the turn: full, operational, or one of your own");
const MODE = choice("--mode <name>", "how it works on it, and what it may do without asking", [
  "agent",
  "chat",
  "search",
  "research",
  "ask",
  "read_only",
  "normal",
]);
const FILES = texts("-f, --file <path>", "a file that goes along; several times for several");
/** Options of commands that talk. */
export const TALK = {
  conversation: CONVERSATION,
  resume: flag("-r, --resume", "goes on with the conversation that was used last"),
  agent: AGENT,
  model: MODEL,
  mode: MODE,
  tier: TIER,
  file: FILES,
};

export const LIMIT = count("-n, --limit <number>", "at most so many");
export const BACKUP = text("--backup <name>", 'which one, as "backup list" names it; else the newest');
