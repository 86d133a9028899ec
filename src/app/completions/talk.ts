/**
 * A chat history as a program sends it: the new message, the earlier ones, and the digest by which the history is
 * recognised.
 */
import { AppError } from "../../domain/errors.ts";
import type { QuotePart } from "../../domain/message.ts";
import { sha256Hex } from "../../platform/digest.ts";
import { type ChatCompletionRequest, type Content, type ContentPart, wordsOf } from "./completion-request.ts";

export interface Line {
  role: "user" | "assistant";
  text: string;
}

export interface Talk {
  /** The program's instructions, from all system and developer messages. */
  instructions: string;
  earlier: Line[];
  /** Text of the new message. */
  text: string;
  /** Media of the new message. */
  media: Exclude<ContentPart, { type: "text" }>[];
}

/** Throws an AppError when there is no new message. */
export function talkOf({ messages }: Pick<ChatCompletionRequest, "messages">): Talk {
  const said = messages.filter(({ role }) => role === "user" || role === "assistant");
  const answered = said.findLastIndex(({ role }) => role === "assistant");
  const now = said.slice(answered + 1);
  const text = now
    .map(({ content }) => wordsOf(content))
    .filter(Boolean)
    .join("\n\n");
  const media = now.flatMap(({ content }) => mediaIn(content));
  if (text.trim() === "" && media.length === 0)
    throw new AppError("malformed_request", "messages: the last one must be what the user says now.");
  return {
    instructions: instructionsOf(messages),
    earlier: merged(said.slice(0, answered + 1).map(lineOf)),
    text,
    media,
  };
}

function instructionsOf(messages: ChatCompletionRequest["messages"]): string {
  const given = messages.filter(({ role }) => role === "system" || role === "developer");
  return given
    .map(({ content }) => wordsOf(content))
    .filter(Boolean)
    .join("\n\n")
    .trim();
}

function lineOf({ role, content }: ChatCompletionRequest["messages"][number]): Line {
  return { role: role === "assistant" ? "assistant" : "user", text: wordsOf(content) };
}

/** Merges neighbouring messages of one speaker: some programs keep them apart, and others do not. */
function merged(lines: readonly Line[]): Line[] {
  const all: Line[] = [];
  for (const line of lines) {
    const last = all.at(-1);
    if (last?.role === line.role) last.text = [last.text, line.text].filter(Boolean).join("\n\n");
    else all.push({ ...line });
  }
  return all;
}

function mediaIn(content: Content): Talk["media"] {
  if (content == null || typeof content === "string") return [];
  return content.flatMap((part) => (part.type === "text" ? [] : [part]));
}

/** Ignores white space at the ends and in runs, because programs change it. */
export function digestOf(model: string, lines: readonly Line[]): Promise<string> {
  const told = lines.map(({ role, text }) => [role, text.replace(/\s+/g, " ").trim()]);
  return sha256Hex(JSON.stringify([model, ...told]));
}

/** The new message, below the program's instructions if the agent has not seen them yet. */
export function wordsWith({ text }: Pick<Talk, "text">, instructions: string): string {
  return instructions === ""
    ? text
    : `[From the program that I write with]\n${instructions}\n\n[Now]\n${text}`;
}

/**
 * Messages that were exchanged elsewhere, by anybody: the program reports them, and nobody vouches for them. Undefined if
 * there are none.
 */
export function historyIn({ earlier }: Pick<Talk, "earlier">): QuotePart | undefined {
  if (earlier.length === 0) return undefined;
  return { type: "text", text: earlier.map(shown).join("\n\n"), source: "what was said before, elsewhere" };
}

function shown({ role, text }: Line): string {
  return `${role === "user" ? "Person" : "Answer"}: ${text}`;
}
