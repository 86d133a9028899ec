/** A message of a person, an agent or the system, made of typed parts. */
import type { ErrorKind } from "./errors.ts";
import type { CallId, MessageId } from "./ids.ts";
import type { NumberedSource, SourceKind } from "./sources/source.ts";
import { type Trust, weakest } from "./trust.ts";

export interface TextPart {
  type: "text";
  text: string;
  /**
   * The author, when neither the house nor the message's author wrote the text. Such words are unverified.
   */
  source?: string;
  /** Quoted words that answers cite: how their source is named. */
  cited_as?: Pick<NumberedSource, "kind" | "title"> & { url: string };
  /** Instructions of the program that the author writes with: told to the agent, and kept by no memory. */
  is_program?: true;
  /** No memory keeps the message, or the answer to it. */
  is_unremembered?: true;
  /** Nightjar's own note for the agent: how much of its spoken answer the person heard. No words of the message. */
  heard?: HeardPart & {
    /** The last words that were heard, on one line; empty: none. */
    end: string;
  };
  /** Set where the author keeps what they say. */
  recording?: SpokenRecording;
}

/** Sound of a spoken message, among its author's recordings. */
export interface SpokenRecording {
  id: string;
  /** ISO 8601. */
  kept_until: string;
}

/** Part of a spoken answer that a person heard before they interrupted it. */
export interface HeardPart {
  message_id: MessageId;
  /** UTF-16 units of the answer's words. */
  characters: number;
}

/** Words of others that a message quotes. */
export type QuotePart = TextPart & { source: string };

export function isQuote(part: Part): part is QuotePart {
  return part.type === "text" && part.source !== undefined;
}

/** Thinking. `signature` and `redacted` are the provider's, returned to it unchanged across tool use. */
interface ReasoningPart {
  type: "reasoning";
  text: string;
  signature?: string;
  redacted?: string;
  /** `provider/model` that wrote it: it may be returned to that provider only. */
  model?: string;
}

interface ToolCallPart {
  type: "tool_call";
  call_id: CallId;
  name: string;
  input: unknown;
  /** `provider/model` that gave the id. */
  model?: string;
}

export type { Trust } from "./trust.ts";

/** A call that was not made because its person refused it or did not answer in time. */
export interface Denial {
  by: "person" | "time";
  /** The person's own words, if they gave any. */
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
  /** Index in `content` at which the structured content begins; absent: there is none. */
  structured_from?: number;
  denied?: Denial;
  /** Sources that the tool has read. */
  sources?: NumberedSource[];
}

/** A file in R2. `file_id` names it; `url` is where our own API serves it. */
export interface MediaPart {
  type: "image" | "audio" | "file";
  file_id: string;
  /** The call whose result shows this file to the model; absent in an answer: it is for people only. */
  call_id?: CallId;
  /** Owner of the file, when it is not the conversation's. */
  owner?: string;
  media_type: string;
  name?: string;
  url?: string;
  size?: number;
  /** Set where no memory keeps the message, as of a text. */
  is_unremembered?: true;
}

/** The source of a marker `[index]` in the text before it, one for each marker in their order; or what a provider told beside its answer. */
export interface CitationPart {
  type: "citation";
  index: number;
  /** Empty: the source has no address. */
  url: string;
  title: string;
  /** Absent: a page of the web. */
  source_kind?: SourceKind;
  /** Hash of the source's stored text; absent: none is stored. */
  source_id?: string;
  /** The passage, and its place in the stored text in UTF-16 units; absent: none was found for these words. */
  quote?: string;
  start?: number;
  end?: number;
  /** Only where no result of the conversation names the source: a report's, at the first citation of each. */
  read?: Pick<NumberedSource, "chars" | "read_at" | "trust">;
}

interface ErrorPart {
  type: "error";
  error: ErrorKind;
  reason: string;
  /** Set when a retry would fail again until a person changes something. */
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
  /** Slug of the agent that wrote it. */
  agent?: string;
  /** Display name of the author. */
  author?: string;
  /** Id of the author, when the house knows the person. */
  author_id?: string;
  parts: Part[];
  status: MessageStatus;
  /** ISO 8601, UTC. */
  created_at: string;
  usage?: Usage;
  /** US dollars; absent when the price is unknown. */
  cost_usd?: number;
  /** Only for an answer: the `provider/model` that wrote it; with several models, the last one. */
  model?: string;
  /** Only for an answer: the duration of its turn, from when it last began. */
  duration_ms?: number;
  /** Only for an answer: the memories that its model was given. */
  recalled?: RecalledSource[];
  /**
   * Trust of the words; for an answer, untrusted once its turn had seen content from outside. Absent:
   * trusted.
   */
  trust?: Trust;
  /**
   * Only for an untrusted answer: its turn read nothing itself, and it repeats nothing of what was read before. It does
   * not keep the mark of a conversation alive.
   */
  quotes_none?: true;
}

/** A memory that the model was given for a turn, so that people can see what was recalled. */
export interface RecalledSource {
  id: string;
  /** Absent in records older than this field. */
  kind?: RecalledKind;
  text: string;
  /** Display name of where it was said: a title, a file's name. */
  source: string;
  /** ISO 8601: when it was said or became true. */
  at?: string;
  /** The item came from outside, or was written after reading such content. */
  untrusted?: true;
  /** Number by which the answer may cite it; absent: it was retold, or the record is older than this field. */
  n?: number;
  /** Address of the message that it is; absent: it is none. */
  url?: string;
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

/** The words of a message, without reasoning, tools, files or notes of Nightjar's own. Each quote ends its line. */
export function textOf(parts: readonly Part[]): string {
  return parts
    .flatMap((part) => {
      if (part.type !== "text" || part.heard) return [];
      return [isQuote(part) ? `${part.text}\n` : part.text];
    })
    .join("");
}

export function recordingOf(parts: readonly Part[]): SpokenRecording | undefined {
  for (const part of parts) if (part.type === "text" && part.recording) return part.recording;
  return undefined;
}

/** The author's own words, without quotes and the instructions of a program. */
export function ownTextOf(parts: readonly Part[]): string {
  return textOf(parts.filter((part) => !isQuote(part) && !isOfProgram(part)));
}

function isOfProgram(part: Part): boolean {
  return part.type === "text" && part.is_program === true;
}

/** Whether memory leaves out the message of a person, and the answer to it. */
export function isUnremembered({ parts }: Pick<Message, "parts">): boolean {
  return parts.some((part) => "is_unremembered" in part && part.is_unremembered === true);
}

/** The messages that memory may keep. `others`: finds a message that is not among them. */
export function rememberable(
  messages: readonly Message[],
  others: (id: MessageId) => Message | undefined = () => undefined,
): Message[] {
  const known = new Map(messages.map((message) => [message.id, message]));
  const isLeftOut = ({ role, parent_id }: Message) => {
    const asked =
      role === "assistant" && parent_id !== null ? (known.get(parent_id) ?? others(parent_id)) : undefined;
    return asked !== undefined && isUnremembered(asked);
  };
  return messages.filter((message) => !isUnremembered(message) && !isLeftOut(message));
}

/**
 * The text that memory stores of a message: quotes are dropped when there are own words; a message of quotes
 * alone is untrusted.
 */
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

/** Trust of the words themselves: a person's words stay trusted beside an untrusted file. */
function trustOfWords({ role, parts, trust = "trusted" }: Pick<Message, "role" | "parts" | "trust">): Trust {
  if (role !== "assistant" || trust === "untrusted") return trust;
  const results = parts.flatMap((part) => (part.type === "tool_result" ? [part.trust] : []));
  return weakest(results);
}
