/** Ports of a research run, and what goes through them. Nothing else reaches outside. */
import type { JsonSchema, ModelMessage, ToolSpec } from "../agent/ports/model.ts";
import type { Trust } from "../domain/trust.ts";

/** Kinds of places that a plan step looks at. */
export const PLACES = ["web", "files", "memory", "mcp", "library"] as const;
export type Place = (typeof PLACES)[number];

export const PURPOSES = ["plan", "work", "write", "check", "mend"] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Ask {
  /** Names the prompt that the model is given. */
  purpose: Purpose;
  messages: ModelMessage[];
  tools?: readonly ToolSpec[];
  /** Form of the answer. */
  schema?: { name: string; schema: JsonSchema };
  max_output_tokens: number;
}

export interface AskedTool {
  id: string;
  name: string;
  input: unknown;
}

export type Answer =
  | { ok: true; text: string; calls: AskedTool[] }
  /** `reason` is public. */
  | { ok: false; reason: string };

/** A result with its cost in US dollars. */
export interface PaidResult<T> {
  value: T;
  cost_usd: number;
}

export interface ReadPage {
  /** Final address. */
  address: string;
  title: string;
  text: string;
  trust: Trust;
}

export interface Hit {
  title: string;
  /** Given to `read`. */
  address: string;
  snippet: string;
  /** All of it, where the search gave it whole: it is read from there, also after a kill. */
  page?: ReadPage;
}

export type SearchResult = { ok: true; hits: Hit[] } | { ok: false; reason: string };

export type ReadResult = { ok: true; page: ReadPage } | { ok: false; reason: string };

export interface Outside {
  /** Whether prices of all its models are known; else its calls are bound by their number. */
  isPriced(): boolean;
  /** Highest cost of the call in US dollars. */
  worst(ask: Ask): number;
  /** Rejects only when `signal` aborts. Never costs more than `worst`. */
  ask(ask: Ask, signal: AbortSignal): Promise<PaidResult<Answer>>;
  /** Rejects only when `signal` aborts. */
  search(query: { query: string; place: Place }, signal: AbortSignal): Promise<SearchResult>;
  /** Rejects only when `signal` aborts. The address may be any text: the port decides what may be read. */
  read(address: string, signal: AbortSignal): Promise<ReadResult>;
  /** Places that can be searched now. */
  places(): readonly Place[];
}

/** Texts of sources, by their hash. */
export interface SourceTexts {
  /** Idempotent. */
  keep(text: string): Promise<string>;
  text(hash: string): Promise<string | undefined>;
}

export interface JournalEntry {
  key: string;
  /** Highest cost, reserved when the step began. */
  worst_usd: number;
  /** Undefined: it began, and nobody knows how it ended. */
  end?: { cost_usd: number; result: unknown; is_failure: boolean };
  /** The step counts as paid, and is made anew under its next attempt. */
  is_retired?: boolean;
}

/** Durable: what a method has written survives a kill that comes after it returns. */
export interface Journal {
  all(): JournalEntry[];
  get(key: string): JournalEntry | undefined;
  begin(key: string, worst_usd: number): void;
  end(key: string, end: NonNullable<JournalEntry["end"]>): void;
}

export interface ResearchPorts {
  outside: Outside;
  texts: SourceTexts;
  journal: Journal;
  now(): number;
}
