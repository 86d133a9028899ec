/**
 * A summary without a model: the first words of each question and answer. Deterministic, and labelled as
 * excerpts.
 */

import { plainName } from "../../domain/conversation/voices.ts";
import { type Message, textOf } from "../../domain/message.ts";

const HEADING = "(Excerpts picked by rule, without a language model.)";
const MAX_LINES = 120;
const FIRST_KEPT = 10;
const ASKED = 160;
const ANSWERED = 220;

/** `before` is the result of an earlier call, or empty. */
export function extractSummary(before: string, messages: readonly Message[]): string {
  const known = before.split("\n").filter((line) => line.startsWith("- "));
  const lines = [...known, ...messages.flatMap(excerpt)];
  return [HEADING, ...thinned(lines)].join("\n");
}

function excerpt(message: Message): string[] {
  const text = textOf(message.parts).replace(/\s+/g, " ").trim();
  if (text === "") return [];
  const day = message.created_at.slice(0, 10);
  const name = plainName(message.author ?? message.agent ?? "");
  if (message.role === "assistant")
    return [`- ${[day, name, "answered"].filter(Boolean).join(" ")}: ${opening(text, ANSWERED)}`];
  const who = message.role === "system" ? "notice" : name || "the person";
  return [`- ${day} ${who}: ${opening(text, ASKED)}`];
}

/** As many whole sentences as fit; the beginning of the first one when it is longer. */
function opening(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(0, most).search(/[.!?。！？](?=[^.!?。！？]*$)/);
  return end > most / 3 ? text.slice(0, end + 1) : `${text.slice(0, most - 1).trimEnd()}…`;
}

/**
 * Keeps the beginning, which says what it is about, and the end, where it stands; between them every nth
 * line.
 */
function thinned(lines: string[]): string[] {
  if (lines.length <= MAX_LINES) return lines;
  const tail = Math.floor(MAX_LINES / 2);
  const middle = lines.slice(FIRST_KEPT, -tail);
  const room = MAX_LINES - FIRST_KEPT - tail;
  const step = middle.length / room;
  const picked = Array.from({ length: room }, (_, index) => middle[Math.floor(index * step)] ?? "");
  return [...lines.slice(0, FIRST_KEPT), ...picked, ...lines.slice(-tail)];
}
