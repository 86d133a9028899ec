/** Parses one stream of server-sent events. */
import { createEventStreamParser, type ServerSentEvent } from "../../../platform/event-stream.ts";

const MAX_EVENT_CHARS = 8_000_000;

/**
 * Ends with the stream; a consumer that stops early cancels it. Throws when the stream breaks or is not an event
 * stream. `onRetry` receives the ms that the server wants to pass before a reconnect.
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
  no_events: "The server's response isn't an event stream.",
};
