/** A history as a program sends it: what is said now, what was said before, and how it is known again. */
import { AppError } from "../domain/errors.ts";
import { type Asked, type Content, type ContentPart, wordsOf } from "./asked.ts";

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
export function talkOf({ messages }: Pick<Asked, "messages">): Talk {
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

function instructionsOf(messages: Asked["messages"]): string {
  const given = messages.filter(({ role }) => role === "system" || role === "developer");
  return given
    .map(({ content }) => wordsOf(content))
    .filter(Boolean)
    .join("\n\n")
    .trim();
}

function lineOf({ role, content }: Asked["messages"][number]): Line {
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

/** What the agent has not heard yet stands before what is said now, and is marked as what it is. */
export function wordsWith(
  { text }: Talk,
  unheard: { instructions?: string; earlier?: readonly Line[] },
): string {
  const { instructions = "", earlier = [] } = unheard;
  const blocks = [
    instructions === "" ? "" : `[From the program that I write with]\n${instructions}`,
    earlier.length === 0 ? "" : `[Said before, elsewhere]\n${earlier.map(shown).join("\n\n")}`,
  ].filter(Boolean);
  return blocks.length === 0 ? text : [...blocks, `[Now]\n${text}`].join("\n\n");
}

function shown({ role, text }: Line): string {
  return `${role === "user" ? "I" : "Answer"}: ${text}`;
}
