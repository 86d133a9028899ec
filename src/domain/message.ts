/** What a person, an agent or the system said: a message of typed parts. */
import type { ErrorKind } from "./errors.ts";
import type { CallId, MessageId } from "./ids.ts";
import { type Trust, weakest } from "./trust.ts";

export interface TextPart {
  type: "text";
  text: string;
  /** Who has said it, where it was neither the house nor whoever wrote the message. Nobody vouches for such words. */
  source?: string;
}

/** Words of others that a message brings along. */
export type QuotePart = TextPart & { source: string };

export function isQuote(part: Part): part is QuotePart {
  return part.type === "text" && part.source !== undefined;
}

/** Thinking. `signature` and `redacted` are the provider's, returned to it unchanged across tool use. */
export interface ReasoningPart {
  type: "reasoning";
  text: string;
  signature?: string;
  redacted?: string;
  /** `provider/model` that wrote it: only that provider may be given it back. */
  model?: string;
}

export interface ToolCallPart {
  type: "tool_call";
  call_id: CallId;
  name: string;
  input: unknown;
}

export type { Trust } from "./trust.ts";

/** A call that was not made since its person said no, or said nothing in time. */
export interface Denial {
  by: "person" | "time";
  /** The person's own words, where they gave any. */
  reason?: string;
}

export interface ToolResultPart {
  type: "tool_result";
  call_id: CallId;
  name: string;
  content: string;
  is_error: boolean;
  trust: Trust;
  /** Addresses that the tool itself showed: a later turn may fetch them without asking. */
  links?: string[];
  denied?: Denial;
}

/** A file in R2. `file_id` names it; `url` is where our own API serves it. */
export interface MediaPart {
  type: "image" | "audio" | "file";
  file_id: string;
  /** The call with whose result a model is given it; absent in an answer: it is for people alone. */
  call_id?: CallId;
  /** Whose file it is, where it is not the conversation's owner's. */
  owner?: string;
  media_type: string;
  name?: string;
  url?: string;
  size?: number;
}

export interface CitationPart {
  type: "citation";
  index: number;
  url: string;
  title: string;
}

export interface ErrorPart {
  type: "error";
  error: ErrorKind;
  reason: string;
  /** Said where the same would fail again, until a person does something. */
  retryable?: false;
}

export function errorPart(error: ErrorKind, reason: string, retryable: boolean): ErrorPart {
  return { type: "error", error, reason, ...(!retryable && { retryable }) };
}

export type Part =
  | TextPart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | MediaPart
  | CitationPart
  | ErrorPart;

export type Role = "user" | "assistant" | "system";
export type MessageStatus = "complete" | "partial" | "halted" | "failed";

export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_tokens: number;
  cache_write_tokens: number;
}

export interface Message {
  id: MessageId;
  parent_id: MessageId | null;
  role: Role;
  /** Slug of the agent that said it. */
  agent?: string;
  /** Who said it, for people to read. */
  author?: string;
  /** Id of the person whose words they are, where the house knows it. */
  author_id?: string;
  parts: Part[];
  status: MessageStatus;
  /** ISO 8601, UTC. */
  created_at: string;
  usage?: Usage;
  /** US dollars; absent when the price is unknown. */
  cost_usd?: number;
  /** Of an answer: the `provider/model` that gave it, and of several the last one. */
  model?: string;
  /** Of an answer: how long its turn took, from when it last began. */
  duration_ms?: number;
  /** Of an answer: memories that were put before the model for it. */
  recalled?: RecalledSource[];
  /** Whose its words are; of an answer, whether its turn had seen anything from outside. Absent: trusted. */
  trust?: Trust;
}

/** A memory that was put before the model for a turn, so that people can see what was recalled. */
export interface RecalledSource {
  id: string;
  /** Absent in what was stored before kinds were. */
  kind?: RecalledKind;
  text: string;
  /** Where it was said, for people: a title, a file's name. */
  source: string;
  /** ISO 8601, when it was said or became true. */
  at?: string;
}

export type RecalledKind = "turn" | "file" | "memory" | "fact" | "episode" | "commitment";

export const NO_USAGE: Usage = {
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_tokens: 0,
};

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_read_tokens: a.cache_read_tokens + b.cache_read_tokens,
    cache_write_tokens: a.cache_write_tokens + b.cache_write_tokens,
  };
}

/** The words of a message, without reasoning, tools or files. What it quotes stands on lines of its own. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (part.type !== "text") return [];
      return [isQuote(part) ? `${part.text}\n` : part.text];
    })
    .join("");
}

/** Those of whoever wrote it alone. */
export function ownTextOf(parts: readonly Part[]): string {
  return textOf(parts.filter((part) => !isQuote(part)));
}

/** What memory takes of it: what it quotes is left out beside own words, and is anybody's where there are none. */
export function wordsToKeep(message: Pick<Message, "role" | "parts" | "trust">): {
  text: string;
  trust: Trust;
} {
  const own = ownTextOf(message.parts);
  const isQuoteAlone = own.trim() === "" && message.parts.some(isQuote);
  return isQuoteAlone
    ? { text: textOf(message.parts), trust: "untrusted" }
    : { text: own, trust: trustOfWords(message) };
}

/** Of the words themselves: a person's are trusted beside a file that is not. */
export function trustOfWords({
  role,
  parts,
  trust = "trusted",
}: Pick<Message, "role" | "parts" | "trust">): Trust {
  if (role !== "assistant" || trust === "untrusted") return trust;
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [part.trust] : []));
  return weakest(results);
}
