/** Messages as a transcript: speakers, words, and the tools that ran. Long texts are shortened. */

import { plainName } from "../../domain/conversation/voices.ts";
import type { Message, Part } from "../../domain/message.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";

const MAX_TEXT = 8_000;
const MAX_RESULT = 1_500;

export function transcriptOf(messages: readonly Message[]): string {
  return messages
    .map(noteOf)
    .filter((note) => note !== "")
    .join("\n\n");
}

function noteOf(message: Message): string {
  const lines = message.parts.map(lineOf).filter((line) => line !== "");
  if (lines.length === 0) return "";
  const status = message.status === "complete" ? "" : ` (${message.status})`;
  return `[${speakerOf(message)}, ${message.created_at.slice(0, 16).replace("T", " ")}${status}]\n${lines.join("\n")}`;
}

function speakerOf({ role, author, agent }: Message): string {
  if (role === "system") return "system notice";
  const name = plainName(author ?? agent ?? "");
  return `${role === "user" ? "person" : "assistant"}${name === "" ? "" : ` ${name}`}`;
}

function lineOf(part: Part): string {
  switch (part.type) {
    case "text":
      return withoutSpeakers(middleOut(part.text.trim(), MAX_TEXT));
    case "tool_call":
      return `(called ${part.name} with ${middleOut(JSON.stringify(part.input ?? {}), MAX_RESULT)})`;
    case "tool_result":
      return `(${part.name} ${part.is_error ? "failed" : "returned"}: ${withoutSpeakers(middleOut(part.content.trim(), MAX_RESULT))})`;
    case "image":
    case "audio":
    case "file":
      return `(${part.type} ${withoutSpeakers(oneLine(part.name ?? part.file_id))})`;
    case "error":
      return `(failed: ${part.reason})`;
    case "reasoning":
    case "citation":
      return "";
  }
}

/** The text with no line that reads like a speaker line: nobody can speak in the name of another. */
function withoutSpeakers(text: string): string {
  return text.replaceAll(/^[ \t]*\[(?=(?:person|assistant|system)\b)/gim, "(");
}

/** Shortens a text in its middle: beginning and end say most. */
function middleOut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = Math.floor(most / 4);
  return `${text.slice(0, most - end)} […] ${text.slice(-end)}`;
}
