/** Parses conversations from export files: of ChatGPT, Claude, Gemini, Open WebUI, LibreChat and Nightjar. */
import { readChatGpt } from "./forms/chatgpt.ts";
import { readClaude } from "./forms/claude.ts";
import { readGemini } from "./forms/gemini.ts";
import { readLibreChat } from "./forms/librechat.ts";
import { readNightjar } from "./forms/nightjar.ts";
import { readOpenWebUi } from "./forms/open-webui.ts";
import type { ImportedConversation, ImportForm } from "./said.ts";

export { type ImportedConversation, MOST_MESSAGES } from "./said.ts";

/** A new form is one line here. */
const FORMS: readonly ImportForm[] = [
  readNightjar,
  readChatGpt,
  readClaude,
  readGemini,
  readOpenWebUi,
  readLibreChat,
];

/** A conversation that is left out, and why, as a sentence for people. */
export interface LeftOut {
  title: string;
  problem: string;
}

/**
 * Undefined: the JSON has none of the forms. "too_long": it has one, but exceeds the limits of a conversation here.
 */
export function readImportedConversations(
  json: unknown,
): ImportedConversation | "too_long" | LeftOut | undefined {
  for (const form of FORMS) {
    const read = form(json);
    if (read === undefined) continue;
    if (read === "too_long" || read.said.length > 0) return read;
    return { title: read.title, problem: "It has no text: only pictures or files, or nothing." };
  }
  return undefined;
}
