/**
 * A chat history as a program sends it: the new message, the earlier ones, the results of calls to its tools, and the digest by
 * which the history is recognised.
 */

import { AppError } from "../../../domain/errors.ts";
import type { QuotePart, TextPart } from "../../../domain/message.ts";
import type { ClientResult } from "../../../domain/program/client-tools.ts";
import { sha256Hex } from "../../../platform/digest.ts";
import { type Content, type ContentPart, type SaidMessage, wordsOf } from "./said-message.ts";

export interface Line {
  role: "user" | "assistant" | "tool";
  text: string;
}

export interface Talk {
  /** The program's instructions, from all system and developer messages. */
  instructions: string;
  earlier: Line[];
  /** Text of the new message. */
  text: string;
  /** Media of the new message. */
  media: Exclude<ContentPart, { type: "text" | "refusal" }>[];
  /** Results of the last answer's calls, with the ids that the program knows them by. */
  results: ClientResult[];
  /** Ids in the history that name their conversation if it was had here, the newest first. */
  places: string[];
}

/** A history in the form of chat completions, to which the other APIs are brought. */
interface SaidTalk {
  messages: readonly SaidMessage[];
  /** Further ids of the history, the newest first. */
  places?: readonly string[];
}

/** Throws an AppError when there is nothing new. */
export function talkOf({ messages, places = [] }: SaidTalk): Talk {
  const said = messages.filter(({ role }) => role !== "system" && role !== "developer");
  const answered = said.findLastIndex(({ role }) => role === "assistant");
  const now = said.slice(answered + 1);
  const words = now.filter(({ role }) => role === "user");
  const text = words
    .map(({ content }) => wordsOf(content))
    .filter(Boolean)
    .join("\n\n");
  const media = words.flatMap(({ content }) => mediaIn(content));
  const results = now.filter(({ role }) => role === "tool").map(resultOf);
  if (text.trim() === "" && media.length + results.length === 0)
    throw new AppError(
      "malformed_request",
      "messages: the last one must be what the user says now, or a tool's result.",
    );
  const calls = said.flatMap(({ tool_calls }) => (tool_calls ?? []).map(({ id }) => id)).reverse();
  const earlier = merged(said.slice(0, answered + 1).flatMap(linesOf));
  const instructions = instructionsOf(messages);
  return { instructions, earlier, text, media, results, places: [...places, ...calls] };
}

function resultOf({ tool_call_id, content, is_error }: SaidMessage): ClientResult {
  if (!tool_call_id)
    throw new AppError("malformed_request", "messages: a tool's message names its call (tool_call_id).");
  return { call_id: tool_call_id, content: wordsOf(content), ...(is_error && { is_error: true as const }) };
}

function instructionsOf(messages: readonly SaidMessage[]): string {
  const given = messages.filter(({ role }) => role === "system" || role === "developer");
  return given
    .map(({ content }) => wordsOf(content))
    .filter(Boolean)
    .join("\n\n")
    .trim();
}

function linesOf({ role, content, tool_calls }: SaidMessage): Line[] {
  const text = wordsOf(content);
  if (role === "tool") return [{ role, text: `Result: ${text}` }];
  const called = (tool_calls ?? []).map(
    ({ function: { name, arguments: given } }) => `Called ${name}(${given})`,
  );
  const words: Line = { role: role === "assistant" ? "assistant" : "user", text };
  return [words, ...called.map((call) => ({ role: "tool" as const, text: call }))];
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
  return content.flatMap((part) => (part.type === "text" || part.type === "refusal" ? [] : [part]));
}

/** Ignores tools, and white space at the ends and in runs, because programs change it. */
export function digestOf(model: string, lines: readonly Line[]): Promise<string> {
  const words = merged(lines.filter(({ role, text }) => role !== "tool" && text.trim() !== ""));
  const told = words.map(({ role, text }) => [role, text.replace(/\s+/g, " ").trim()]);
  return sha256Hex(JSON.stringify([model, ...told]));
}

/** The program's instructions before the new message; none where the agent has seen them. */
export function instructionParts(instructions: string): TextPart[] {
  if (instructions === "") return [];
  const text = `[From the program that I write with]\n${instructions}\n\n[Now]\n`;
  return [{ type: "text", text, is_program: true }];
}

/** Words in the place of a person's, for a task that was begun elsewhere. */
export const GO_ON = "Go on with it.";

/**
 * Messages that were exchanged elsewhere, by anybody: the program reports them, and nobody vouches for them. Undefined if
 * there are none.
 */
export function historyIn({ earlier, results }: Pick<Talk, "earlier" | "results">): QuotePart | undefined {
  if (earlier.length === 0) return undefined;
  const text = [...earlier.filter(({ text }) => text !== "").map(shown), ...results.map(shownResult)].join(
    "\n\n",
  );
  return { type: "text", text, source: "what was said before, elsewhere" };
}

/** Results alone, as the program tells them. Undefined if there are none. */
export function resultsIn({ results }: Pick<Talk, "results">): QuotePart | undefined {
  if (results.length === 0) return undefined;
  return {
    type: "text",
    text: results.map(shownResult).join("\n\n"),
    source: "results of the program's tools",
  };
}

function shown({ role, text }: Line): string {
  if (role === "tool") return text;
  return `${role === "user" ? "Person" : "Answer"}: ${text}`;
}

function shownResult({ content }: ClientResult): string {
  return `Result: ${content}`;
}

/** The answer without the words that its turn had said before it called the program: the program has them. */
export function withoutSaid(reply: string, { earlier, results }: Pick<Talk, "earlier" | "results">): string {
  const said =
    results.length === 0 ? "" : (earlier.findLast(({ role }) => role === "assistant")?.text ?? "").trim();
  return said !== "" && reply.startsWith(said) ? reply.slice(said.length).trimStart() : reply;
}
