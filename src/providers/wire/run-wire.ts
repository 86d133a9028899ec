/**
 * The life of one streamed call, the same for every wire: request, silence limits, frames, and exactly one
 * terminal event whatever happens. The decoders know the formats.
 */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import { createEventStreamParser, type ServerSentEvent } from "../../platform/event-stream.ts";
import type { Load } from "../../platform/load.ts";
import type { CallLimits, Clock, ProviderDelta, ProviderEvent, ProviderTerminal } from "../provider.ts";
import { FrameReader } from "./frame-reader.ts";
import type { JsonObject } from "./json.ts";
import { isObject, parseJson } from "./json.ts";
import type { Watchdog } from "./watchdog.ts";
import { startWatchdog } from "./watchdog.ts";

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

/** After the end of an answer, how long its usage may take. */
const USAGE_GRACE_MS = 2_000;

const DRAIN_MS = 500;

/** No answer is this long: a server that never stops must not fill the memory. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export async function* runWire(call: WireCall): AsyncGenerator<ProviderEvent, void, undefined> {
  const { decoder, failures, signal } = call;
  if (signal.aborted) return yield failed(failures.aborted(), decoder.usage);
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  signal.addEventListener("abort", abort, { once: true });
  const { first_byte_ms: first_ms, stall_ms: then_ms } = call.limits;
  const watchdog = startWatchdog(call.clock, { first_ms, then_ms }, abort);
  const progress: Progress = { bytes: 0, opened: false, hasSpoken: false, problem: undefined };
  try {
    const response = await unlessAborted(call.open(attempt.signal), attempt.signal);
    progress.opened = true;
    yield* readAnswer(call, response, { attempt: attempt.signal, watchdog, progress });
  } catch (error) {
    progress.problem = () => (progress.opened ? failures.cut() : failures.request(error));
  } finally {
    watchdog.stop();
    signal.removeEventListener("abort", abort);
    if (decoder.state.status !== "closed") attempt.abort();
  }
  for (const event of ending(call, watchdog, progress)) yield withBill(event, decoder);
}

function withBill(event: ProviderEvent, decoder: WireDecoder): ProviderEvent {
  const { billed_usd, written_for_an_hour } = decoder;
  const isTerminal = event.type === "finish" || event.type === "failed";
  if (!isTerminal) return event;
  return {
    ...event,
    ...(billed_usd !== undefined && { billed_usd }),
    ...(written_for_an_hour !== undefined && { written_for_an_hour }),
  };
}

interface Progress {
  bytes: number;
  /** Whether the provider took the request. */
  opened: boolean;
  /** The first words have come: they are never held back. */
  hasSpoken: boolean;
  /** What went wrong, if nothing else explains the end. */
  problem: (() => ModelFailure) | undefined;
}

interface Reading {
  attempt: AbortSignal;
  watchdog: Watchdog;
  progress: Progress;
}

function ending(call: WireCall, watchdog: Watchdog, progress: Progress): readonly ProviderEvent[] {
  const { decoder, failures, signal } = call;
  const { state } = decoder;
  if (signal.aborted) return [failed(failures.aborted(), decoder.usage)];
  // An answer that has said its end is whole, whatever became of the connection afterwards.
  if (state.status === "answered" || state.status === "closed") return decoder.finish();
  if (state.status === "failed") return [failed(state.failure, decoder.usage)];
  const failure = watchdog.expired
    ? failures.timeout(progress.bytes > 0 ? "stall" : "first_byte")
    : (progress.problem?.() ?? failures.cut());
  return [failed(failure, decoder.usage)];
}

async function* readAnswer(
  call: WireCall,
  response: Response,
  reading: Reading,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const { decoder, failures } = call;
  const { progress } = reading;
  const kind = response.headers.get("content-type") ?? "";
  if (kind.includes("json") && !kind.includes("event-stream"))
    return yield* readDocument(call, response, reading);
  if (!response.body) {
    progress.problem = () => failures.malformed("an empty answer");
    return;
  }
  let frames = 0;
  for await (const batch of framesOf(response.body, call, reading)) {
    frames += batch.length;
    const events = decoded(decoder, batch);
    progress.hasSpoken ||= events.length > 0;
    yield* events;
    if (hasEnded(decoder)) return;
  }
  if (frames === 0 && !reading.attempt.aborted) {
    progress.problem = () =>
      failures.malformed(kind.includes("html") ? "a web page" : "nothing that is an event");
  }
}

/** What one chunk of the network says. Its texts become one: nobody can see them apart. */
function decoded(decoder: WireDecoder, batch: readonly ServerSentEvent[]): ProviderDelta[] {
  const events: ProviderDelta[] = [];
  for (const frame of batch) {
    for (const event of decoder.frame(frame)) append(events, event);
    if (hasEnded(decoder)) break;
  }
  return events;
}

function append(events: ProviderDelta[], event: ProviderDelta): void {
  const last = events.at(-1);
  const joins = (event.type === "text" || event.type === "reasoning") && last?.type === event.type;
  if (joins) events[events.length - 1] = { type: event.type, delta: last.delta + event.delta };
  else events.push(event);
}

function hasEnded({ state }: WireDecoder): boolean {
  return state.status === "closed" || state.status === "failed";
}

async function* readDocument(
  call: WireCall,
  response: Response,
  reading: Reading,
): AsyncGenerator<ProviderEvent, void, undefined> {
  const value = parseJson(await unlessAborted(response.text(), reading.attempt));
  reading.progress.bytes = 1;
  if (isObject(value)) yield* call.decoder.document(value);
  else reading.progress.problem = () => call.failures.malformed("JSON that does not parse");
}

/** Frames, one batch a read. Ends early, without throwing, when the attempt is aborted. */
async function* framesOf(
  body: ReadableStream<Uint8Array>,
  call: WireCall,
  { attempt, watchdog, progress }: Reading,
): AsyncGenerator<ServerSentEvent[], void, undefined> {
  const reader = new FrameReader(body, call.clock, call.load);
  const parser = createEventStreamParser();
  // Cancelling answers a read that waits, on every runtime.
  const cancel = () => void reader.cancel().catch(ignore);
  attempt.addEventListener("abort", cancel, { once: true });
  try {
    while (!attempt.aborted) {
      const chunk = await reader.take(progress.hasSpoken ? "in frames" : "at once");
      if (chunk.done) break;
      progress.bytes += chunk.value.byteLength;
      if (progress.bytes > MAX_ANSWER_BYTES) {
        progress.problem = () => call.failures.malformed("an answer without end");
        return;
      }
      yield parser.push(chunk.value);
      if (parser.problem !== undefined) {
        progress.problem = () => call.failures.malformed("nothing that is an event");
        return;
      }
      // Counted from when we ask for more: a slow reader of ours is not a silent provider.
      const { status } = call.decoder.state;
      const { stall_ms } = call.limits;
      watchdog.heard(status === "answered" ? Math.min(USAGE_GRACE_MS, stall_ms) : stall_ms);
    }
    if (!attempt.aborted) yield parser.end();
  } finally {
    attempt.removeEventListener("abort", cancel);
    reader.stop();
    if (call.decoder.state.status === "closed") drain(reader, call.clock);
    else cancel();
  }
}

/** Reads the rest of the body in the background, for a short time, so that the connection can serve the next call. */
function drain(reader: FrameReader, clock: Clock): void {
  const stop = clock.after(DRAIN_MS, () => void reader.cancel().catch(ignore));
  const next = (): Promise<void> => reader.take("at once").then(({ done }) => (done ? undefined : next()));
  void next().catch(ignore).finally(stop);
}

/** Rejects as soon as the signal aborts, even where the promise would not; a late body is let go. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(new Error("aborted"));
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener("abort", abort);
        if (signal.aborted && value instanceof Response) void value.body?.cancel().catch(ignore);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", abort);
        reject(error);
      },
    );
  });
}

function failed(failure: ModelFailure, usage: Usage): ProviderTerminal {
  return { type: "failed", failure, usage };
}

/** The connection is being dropped: how that goes interests nobody. */
function ignore(): void {}
