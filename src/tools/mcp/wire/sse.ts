/** Server-sent events of one stream. */
import { createEventStreamParser, type ServerSentEvent } from "../../../platform/event-stream.ts";

const MAX_EVENT_CHARS = 8_000_000;

/**
 * Ends when the stream ends; whoever stops early cancels it. Throws where the stream breaks, or is no stream of
 * events. `onRetry`: ms that the server wants to be left alone before the stream is taken up again.
 */
export async function* streamEvents(
  body: ReadableStream<Uint8Array>,
  onRetry: (ms: number) => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const parser = createEventStreamParser({ max_event_length: MAX_EVENT_CHARS, onRetry });
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield* parser.push(next.value);
      if (parser.problem !== undefined) throw new Error(PROBLEMS[parser.problem]);
    }
    yield* parser.end();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const PROBLEMS = {
  too_large: "The server sent an event that is too large.",
  no_events: "The server's stream is none of events.",
};
