/** A history as a program sends it: what is said now, what was said before, and how it is known again. */
import { AppError } from "../../domain/errors.ts";
import type { QuotePart } from "../../domain/message.ts";
import { type ChatCompletionRequest, type Content, type ContentPart, wordsOf } from "./completion-request.ts";

export interface Line {
  role: "user" | "assistant";
  text: string;
}

export interface Talk {
  /** Of the program, of all its messages. */
  instructions: string;
  earlier: Line[];
  /** What is said now. */
  text: string;
  /** What comes with it. */
  media: Exclude<ContentPart, { type: "text" }>[];
}

/** Throws an AppError when nobody says anything. */
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

/** Some programs keep messages of one speaker apart, and others do not. */
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

/** White space at the ends and in runs is what programs change. */
export function digestOf(model: string, lines: readonly Line[]): Promise<string> {
  const told = lines.map(({ role, text }) => [role, text.replace(/\s+/g, " ").trim()]);
  return digest(JSON.stringify([model, ...told]));
}

export async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What is said now, below the instructions of the program where the agent has not heard them yet. */
export function wordsWith({ text }: Pick<Talk, "text">, instructions: string): string {
  return instructions === ""
    ? text
    : `[From the program that I write with]\n${instructions}\n\n[Now]\n${text}`;
}

/** A history that was had elsewhere, by whomever: the program tells it, and nobody vouches for it. Undefined: there is none. */
export function historyIn({ earlier }: Pick<Talk, "earlier">): QuotePart | undefined {
  if (earlier.length === 0) return undefined;
  return { type: "text", text: earlier.map(shown).join("\n\n"), source: "what was said before, elsewhere" };
}

function shown({ role, text }: Line): string {
  return `${role === "user" ? "Person" : "Answer"}: ${text}`;
}
