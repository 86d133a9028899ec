/**
 * The life of one streamed call, the same for every wire: request, silence limits, frames, and exactly one terminal
 * event whatever happens. The decoders know the formats.
 */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { ServerSentEvent } from "../../platform/event-stream.ts";
import { parseJson } from "../../platform/json.ts";
import type { ProviderDelta, ProviderEvent, ProviderTerminal } from "../provider.ts";
import { AnswerFrames, type AnswerReading, type Progress } from "./answer-frames.ts";
import { isObject } from "./json.ts";
import type { Watchdog } from "./watchdog.ts";
import { startWatchdog } from "./watchdog.ts";
import type { WireCall, WireDecoder } from "./wire-call.ts";

export async function* runWire(call: WireCall): AsyncGenerator<ProviderEvent, void, undefined> {
  const { decoder, failures, signal } = call;
  if (signal.aborted) return yield failed(failures.aborted(), decoder.usage);
  const attempt = new AbortController();
  const abort = () => attempt.abort();
  signal.addEventListener("abort", abort, { once: true });
  const { first_byte_ms: first_ms, stall_ms: then_ms } = call.limits;
  const watchdog = startWatchdog(call.clock, { first_ms, then_ms }, abort);
  const progress: Progress = { bytes: 0, isOpened: false, hasSpoken: false, problem: undefined };
  let source: Source | undefined;
  try {
    const told: string[] = [];
    const opening = call.open(attempt.signal, (text) => void told.push(text));
    const response = await unlessAborted(opening, attempt.signal);
    progress.isOpened = true;
    for (const text of told) yield { type: "notice", level: "warning", text };
    source = sourceOf(call, response, { attempt: attempt.signal, watchdog, progress });
    // One generator instead of a chain: each link would cost every word several microtasks.
    for (let events = await source?.next(); events; events = await source?.next())
      for (const event of events) yield event;
  } catch (error) {
    progress.problem = () => (progress.isOpened ? failures.cut() : failures.request(error));
  } finally {
    source?.close();
    watchdog.stop();
    signal.removeEventListener("abort", abort);
    if (decoder.state.status !== "closed") attempt.abort();
  }
  for (const event of ending(call, watchdog, progress)) yield withBill(event, decoder);
}

function withBill(event: ProviderEvent, decoder: WireDecoder): ProviderEvent {
  const { billed_usd, written_for_an_hour, apart } = decoder;
  const isTerminal = event.type === "finish" || event.type === "failed";
  if (!isTerminal) return event;
  return {
    ...event,
    ...(billed_usd !== undefined && { billed_usd }),
    ...(written_for_an_hour !== undefined && { written_for_an_hour }),
    ...(apart !== undefined && { apart }),
  };
}

function ending(call: WireCall, watchdog: Watchdog, progress: Progress): readonly ProviderEvent[] {
  const { decoder, failures, signal } = call;
  const { state } = decoder;
  if (signal.aborted) return [failed(failures.aborted(), decoder.usage)];
  // An answer whose end has been read is complete, whatever happened to the connection afterwards.
  const isOver =
    state.status === "closed" || (state.status === "answered" && !isCutInside(state, watchdog, progress));
  if (isOver) return decoder.finish();
  if (state.status === "failed") return [failed(state.failure, decoder.usage)];
  const failure = watchdog.expired
    ? failures.timeout(progress.bytes > 0 ? "stall" : "first_byte")
    : (progress.problem?.() ?? (decoder.hasCalls ? failures.cut() : failures.unfinished()));
  return [failed(failure, decoder.usage)];
}

/** Only the end of the stream says that it was the end, and it broke before. */
function isCutInside({ by }: { by?: "words" | "stream" }, watchdog: Watchdog, progress: Progress): boolean {
  return by === "stream" && (watchdog.expired || progress.problem !== undefined);
}

/** Deltas of a response, one batch per read; undefined at the end. */
interface Source {
  next(): Promise<readonly ProviderDelta[] | undefined>;
  close(): void;
}

function sourceOf(call: WireCall, response: Response, reading: AnswerReading): Source | undefined {
  const kind = response.headers.get("content-type") ?? "";
  if (kind.includes("json") && !kind.includes("event-stream")) return documentOf(call, response, reading);
  if (response.body) return streamOf(call, new AnswerFrames(response.body, call, reading), { kind, reading });
  reading.progress.problem = () => call.failures.malformed("an empty answer");
  return undefined;
}

function streamOf(
  { decoder, failures }: WireCall,
  frames: AnswerFrames,
  { kind, reading: { attempt, progress } }: { kind: string; reading: AnswerReading },
): Source {
  let count = 0;
  const ended = () => {
    if (decoder.hasRead || hasEnded(decoder) || attempt.aborted) return undefined;
    const others = count > 0 ? "events that are not JSON" : "nothing that is an event";
    progress.problem = () => failures.malformed(kind.includes("html") ? "a web page" : others);
    return undefined;
  };
  return {
    async next() {
      if (hasEnded(decoder)) return undefined;
      const batch = await frames.next();
      if (!batch) return ended();
      count += batch.length;
      const events = decoded(decoder, batch);
      progress.hasSpoken ||= events.length > 0;
      return events;
    },
    close: () => frames.close(),
  };
}

/** Deltas of one network chunk. Adjacent texts are merged: nobody can see them apart. */
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

/** Reads the answer of a server that does not stream. */
function documentOf(call: WireCall, response: Response, { attempt, progress }: AnswerReading): Source {
  let isRead = false;
  return {
    async next() {
      if (isRead) return undefined;
      isRead = true;
      const value = parseJson(await unlessAborted(response.text(), attempt));
      progress.bytes = 1;
      if (isObject(value)) return call.decoder.document(value);
      progress.problem = () => call.failures.malformed("JSON that does not parse");
      return undefined;
    },
    close: ignore,
  };
}

/** Rejects as soon as the signal aborts, even where the promise would not; a late body is dropped. */
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

/** The connection is being dropped, so its errors don't matter. */
function ignore(): void {}
