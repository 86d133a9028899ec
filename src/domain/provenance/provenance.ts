/** Provenance of a call's arguments: the place in a turn's context from which each value came. */
import type { CallId } from "../ids.ts";

/**
 * Sinks: arguments that decide whom or what a call reaches.
 * - `destination`: a recipient, account, channel or guest. `selector`: the thing that is changed or deleted.
 * - `secret`: a password, key or number that opens something. `amount`: money. `address`: a URL or host.
 * - `act`: the deed itself, when it destroys something.
 */
export const SINK_KINDS = ["destination", "selector", "secret", "amount", "address", "act"] as const;

export type SinkKind = (typeof SINK_KINDS)[number];

/** Kinds that an argument may have; `plain`: it decides nothing. */
export const ARGUMENT_KINDS = ["destination", "selector", "secret", "amount", "address", "plain"] as const;

export type ArgumentKind = (typeof ARGUMENT_KINDS)[number];

/** Kinds by path of the argument, without its places in lists: `guests.email`. */
export type ArgumentKinds = Readonly<Record<string, ArgumentKind>>;

/**
 * - `person`: the owner's own words, in this conversation.
 * - `field`: a field of a structured answer. `text`: running text of an answer, a file, a quote or a summary.
 * - `memory`: recalled or standing memory. `own`: the platform's own words, which quote nobody.
 * - `made`: stands nowhere, so the model made it.
 */
export const ORIGINS = ["person", "field", "text", "memory", "made", "own"] as const;

export interface Origin {
  from: (typeof ORIGINS)[number];
  /** The call in whose answer it stands, and its tool. Absent: not an answer of a call. */
  call_id?: CallId;
  tool?: string;
  /** Only with `field`: `items[2].email`. */
  field_path?: string;
  /** Only with `text`: the sentence around it, on one line. */
  sentence?: string;
  memory_id?: string;
}

/** Characters of a value, as people are shown it. */
export const LONGEST_SINK = 300;

/** Argument of a call, with its provenance. */
export interface ArgumentOrigin {
  /** Path in the call's input: `to[0]`. */
  path: string;
  kind: SinkKind | "plain";
  /** The value as people see it, shortened. */
  value: string;
  origin: Origin;
  /** The value needs no question: it is the person's word, a field that the person's words lead to, or the platform's own. */
  is_clean: boolean;
}

/** Outside content that a turn has read: the reason why a call is asked for. */
export interface OutsideContent {
  from: "answer" | "memory" | "file" | "quote" | "message" | "summary" | "parent";
  call_id?: CallId;
  tool?: string;
  /** Its title, subject or file name, on one line. */
  title?: string;
  /** ISO 8601, UTC: when it was read; absent: in this turn. */
  at?: string;
}

/** Provenance of a call that waits for a decision. Absent fields: unknown, such as for calls of before. */
export interface CallProvenance {
  provenance?: ArgumentOrigin[];
  /** The newest come last. */
  read?: OutsideContent[];
  /** The call that planned it: those of one step that it planned are asked for together. */
  plan?: CallId;
}

/**
 * Caution with which a question is shown: `outside`, the agent has read outside content, which may have prompted it;
 * `secret`, it also asks for something that nobody should type.
 */
export const CAUTIONS = ["outside", "secret"] as const;

export type Caution = (typeof CAUTIONS)[number];
