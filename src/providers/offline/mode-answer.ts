/** The offline model in search and research mode: it begins research, or answers from what was read, with numbers. */
import type { Intent } from "./intent.ts";
import type { Answer } from "./next-action.ts";
import { narrateResult, nothingRead } from "./phrases.ts";
import { citedAnswer } from "./read/passages.ts";
import type { Situation } from "./situation.ts";

const START = "start_research";
const MEMORY = "memory_search";
/** Wishes that a search or research is about: others mean the same in each mode. */
const LOOKS_UP = new Set([MEMORY, "web_search", START]);

interface ModeRequest {
  situation: Situation;
  /** Names of the tools. */
  offered: ReadonlySet<string>;
  mayCall: boolean;
  intents: readonly Intent[];
}

/** Undefined: the message is answered as in every other mode. */
export function modeAnswer(request: ModeRequest): Answer | undefined {
  const { situation, intents } = request;
  if (situation.text === "" || !intents.every(isQuestion)) return undefined;
  if (situation.mode === "research") return researchBegun(request);
  return situation.mode === "search" ? searched(request) : undefined;
}

function isQuestion(intent: Intent): boolean {
  return intent.kind === "unknown" || (intent.kind === "tool" && LOOKS_UP.has(intent.name));
}

function researchBegun({ situation, offered, mayCall, intents }: ModeRequest): Answer | undefined {
  const { text, results } = situation;
  const begun = results.flat().find(({ name }) => name === START);
  if (begun) return { type: "text", text: narrateResult(begun, text) };
  // To renew is a wish of its own, with its own input.
  if (intents.some((intent) => intent.kind === "tool" && "renew" in intent.input)) return undefined;
  return mayCall && offered.has(START)
    ? callOf(START, { question: text.replace(/^(?:please )?research\s+/i, "") })
    : undefined;
}

function searched({ situation: { text, results }, offered, mayCall }: ModeRequest): Answer {
  const read = results.flat();
  const isAsked = read.some(({ name }) => name === MEMORY);
  const found = citedAnswer(read, text);
  if (found === undefined && !isAsked && mayCall && offered.has(MEMORY))
    return callOf(MEMORY, { query: text });
  return { type: "text", text: found ?? nothingRead(text) };
}

function callOf(name: string, input: { [key: string]: unknown }): Answer {
  return { type: "calls", calls: [{ name, input }] };
}
