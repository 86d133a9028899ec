/** One streamed call: what it asks for, how its bytes are read, and what goes wrong is called. */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import type { Load } from "../../platform/load.ts";
import type { CallLimits, Clock, ProviderDelta, ProviderEvent } from "../provider.ts";
import type { JsonObject } from "./json.ts";

/**
 * - `open`: more must come.
 * - `answered`: the end of the answer has been said; only its usage may follow.
 * - `closed`: nothing of interest can follow.
 */
export type WireState =
  | { status: "open" }
  | { status: "answered" }
  | { status: "closed" }
  | { status: "failed"; failure: ModelFailure };

export interface WireDecoder {
  frame(frame: ServerSentEvent): readonly ProviderDelta[];
  /** A server that does not stream answered with one JSON document. */
  document(value: JsonObject): readonly ProviderDelta[];
  readonly state: WireState;
  readonly usage: Usage;
  /** US dollars, where the provider itself says what the call cost. */
  readonly billed_usd?: number | undefined;
  readonly written_for_an_hour?: number | undefined;
  /** After `answered` or `closed`: the tool calls, then the terminal. */
  finish(): readonly ProviderEvent[];
}

export interface WireFailures {
  /** What an error of the request means. */
  request(error: unknown): ModelFailure;
  timeout(phase: "first_byte" | "stall"): ModelFailure;
  cut(): ModelFailure;
  /** The bytes are not what the protocol says. */
  malformed(what: string): ModelFailure;
  aborted(): ModelFailure;
}

export interface WireCall {
  open(signal: AbortSignal): Promise<Response>;
  decoder: WireDecoder;
  failures: WireFailures;
  limits: CallLimits;
  clock: Clock;
  /** Of the thread: how often an answer is read. */
  load: Load;
  signal: AbortSignal;
}
