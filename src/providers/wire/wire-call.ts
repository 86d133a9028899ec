/** One streamed call: its request, its decoder, and the names of its failures. */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import type { Load } from "../../platform/load.ts";
import type { CallLimits, Clock, ProviderDelta, ProviderEvent } from "../provider.ts";
import type { TokensApart } from "../tokens-apart.ts";
import type { JsonObject } from "./json.ts";

/**
 * - `open`: more must come.
 * - `answered`: a reason for the end has come; its usage may follow. `by: "words"`: it came together with words, as
 *   where a server sends one with each chunk; `"stream"`: it does, so the answer ends with the stream.
 * - `closed`: nothing of interest can follow.
 */
export type WireState =
  | { status: "open" }
  | { status: "answered"; by?: "words" | "stream" }
  | { status: "closed" }
  | { status: "failed"; failure: ModelFailure };

export interface WireDecoder {
  frame(frame: ServerSentEvent): readonly ProviderDelta[];
  /** The JSON document of a server that does not stream. */
  document(value: JsonObject): readonly ProviderDelta[];
  readonly state: WireState;
  /** Whether any frame could be read. */
  readonly hasRead: boolean;
  /** Whether a tool call has begun. */
  readonly hasCalls: boolean;
  readonly usage: Usage;
  /** US dollars; set when the provider itself reports the cost. */
  readonly billed_usd?: number | undefined;
  readonly written_for_an_hour?: number | undefined;
  readonly apart?: TokensApart | undefined;
  /** After `answered` or `closed`: the tool calls, then the terminal event. */
  finish(): readonly ProviderEvent[];
}

export interface WireFailures {
  /** The failure that an error of the request means. */
  request(error: unknown): ModelFailure;
  timeout(phase: "first_byte" | "stall"): ModelFailure;
  cut(): ModelFailure;
  /** The stream ended in peace, without an end of the answer. */
  unfinished(): ModelFailure;
  /** The bytes do not follow the protocol. */
  malformed(what: string): ModelFailure;
  aborted(): ModelFailure;
}

export interface WireCall {
  /** `tell` takes words for the person. */
  open(signal: AbortSignal, tell: (text: string) => void): Promise<Response>;
  decoder: WireDecoder;
  failures: WireFailures;
  limits: CallLimits;
  clock: Clock;
  /** Load of the thread, which decides how often an answer is read. */
  load: Load;
  signal: AbortSignal;
}
