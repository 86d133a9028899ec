/** A conversation that is looked at from within another: it is followed, and nothing is said to it. */
import type { Segment } from "../../thread/thread.ts";
import { Chat } from "./chat.svelte.ts";

export interface Glance {
  /** Of the turn that runs; 0 when none does. */
  step: number;
  /** What is done now: the tools that run. */
  tools: readonly string[];
  /** The end of what was said last. */
  words: string;
  /** What it has told whoever waits of how it goes. */
  progress: string;
}

/** The tool by which a builder tells of it. */
const REPORT_PROGRESS = "report_progress";

const LONGEST_WORDS = 280;

/** Close it when nobody looks any more. */
export function watchChat(id: string): Chat {
  return new Chat(id, { created: () => undefined, listChanged: () => undefined });
}

export function glanceAt({ view }: Chat): Glance {
  const answer = view.exchanges.at(-1)?.items.findLast((item) => item.kind === "answer");
  const segments = answer?.segments ?? [];
  const tools = segments.flatMap((segment) => (isRunning(segment) ? segment.name : []));
  const said = segments.findLast((segment) => segment.kind === "text");
  return {
    step: view.turn?.step ?? 0,
    tools: view.turn ? tools : [],
    words: said?.kind === "text" ? ending(said.text) : "",
    progress: segments.map(progressIn).findLast((text) => text !== "") ?? "",
  };
}

function isRunning(segment: Segment): segment is Extract<Segment, { kind: "tool" }> {
  return segment.kind === "tool" && segment.result === null;
}

function progressIn(segment: Segment): string {
  if (segment.kind !== "tool" || segment.name !== REPORT_PROGRESS) return "";
  const { text } = (segment.input ?? {}) as { text?: unknown };
  return typeof text === "string" ? ending(text) : "";
}

function ending(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_WORDS ? `…${line.slice(1 - LONGEST_WORDS)}` : line;
}
