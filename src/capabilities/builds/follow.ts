/** Streams the events of one build to one reader, live, until the build has ended. */
import type { NightjarEvent } from "../../domain/events.ts";
import type { ConversationId } from "../../domain/ids.ts";
import { createEventStreamParser } from "../../platform/event-stream.ts";
import { type BuildEvent, createTelling, endingOf } from "./events.ts";
import type { Build } from "./record/build.ts";

export interface FollowDeps {
  build(): Promise<Build | undefined>;
  /** The conversation's events after `cursor`, as Server-Sent Events; undefined if it does not exist yet. */
  open(child: ConversationId, cursor: number): Promise<ReadableStream<Uint8Array> | undefined>;
  pause(): Promise<void>;
}

export type NumberedBuildEvent = BuildEvent & { seq: number };

/** Ends with `complete` or `error`. Resumes after `cursor`, the seq of the last event that was read. */
export async function* follow(
  deps: FollowDeps,
  cursor: number,
  signal: AbortSignal,
): AsyncGenerator<NumberedBuildEvent> {
  const tell = createTelling();
  let seq = cursor;
  while (!signal.aborted) {
    const build = await deps.build();
    if (!build) return;
    const stream = build.child_id === null ? undefined : await deps.open(build.child_id, seq);
    const isOver = build.status !== "building";
    if (stream) {
      for await (const event of buildEventsIn(stream, { ...deps, tell, isOver }, signal)) {
        yield event;
        seq = event.seq;
        if (isLast(event)) return;
      }
    }
    if (isOver) return yield { ...endingOf(build), seq: seq + 1 };
    await deps.pause();
  }
}

function isLast({ type }: NumberedBuildEvent): boolean {
  return type === "complete" || type === "error";
}

interface StreamDeps extends FollowDeps {
  tell: ReturnType<typeof createTelling>;
  /**
   * The build has ended: no new events come, so a stream that is silent for a moment has been read
   * completely.
   */
  isOver: boolean;
}

async function* buildEventsIn(
  stream: ReadableStream<Uint8Array>,
  { build, tell, isOver, pause }: StreamDeps,
  signal: AbortSignal,
): AsyncGenerator<NumberedBuildEvent> {
  let reason: string | undefined;
  for await (const event of eventsIn(stream, isOver ? pause : undefined, signal)) {
    const numbered = tell(event);
    if (numbered) yield { ...numbered, seq: event.seq };
    if (event.type === "error") reason = event.reason;
    if (event.type !== "turn_end") continue;
    const ended = await build();
    if (ended) return yield { ...endingOf(ended, reason), seq: event.seq };
  }
}

const SILENT = { done: true, value: undefined } as const;

async function* eventsIn(
  stream: ReadableStream<Uint8Array>,
  silence: (() => Promise<void>) | undefined,
  signal: AbortSignal,
): AsyncGenerator<NightjarEvent> {
  const parser = createEventStreamParser();
  const reader = stream.getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const read = reader.read();
      const { done, value } = await (silence ? Promise.race([read, silence().then(() => SILENT)]) : read);
      if (done || !value) return;
      // Our own Durable Object sends these events, so their shape is trusted.
      for (const { data } of parser.push(value)) yield JSON.parse(data) as NightjarEvent;
    }
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
  }
}
