/** Follows a conversation that is shown inside another one, read-only. */
import type { Segment } from "../../thread/thread.ts";
import { Chat } from "./chat.svelte.ts";

interface Glance {
  /** The running turn's step; 0 when none runs. */
  step: number;
  /** Names of the running tools. */
  tools: readonly string[];
  /** The end of the latest text. */
  words: string;
  /** Its latest progress report. */
  progress: string;
}

/** The Builder's tool for progress reports. */
const REPORT_PROGRESS = "report_progress";

const LONGEST_WORDS = 280;

/** Close it when it is no longer shown. */
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
