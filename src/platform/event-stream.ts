/**
 * Server-sent events from bytes: any line ending, comments, a byte order mark, UTF-8 split anywhere. The grammar is
 * that of eventsource-parser; here is what keeps a hostile server from costing more than it sends.
 */
import { createParser, type EventSourceMessage, ParseError } from "eventsource-parser";

/** `event` and `id` are absent where the server names none. */
export type ServerSentEvent = EventSourceMessage;

export interface EventStreamParser {
  /** The events that these bytes complete; none once there is a problem. Does not throw. */
  push(bytes: Uint8Array): ServerSentEvent[];
  /** At the end of the bytes: a last event that no empty line closed. */
  end(): ServerSentEvent[];
  /** Why nothing more is read: an event longer than the limit, or lines that are of no event stream. */
  readonly problem: "too_large" | "no_events" | undefined;
}

export interface EventStreamLimits {
  /** Characters of one event. */
  max_event_length?: number;
  /** The server wants to be left alone for so many ms before the stream is taken up again. */
  onRetry?(ms: number): void;
}

/** The parser makes an error of each, with its stack: 64 KB of them took 0.3 s. */
const MAX_UNKNOWN_LINES = 1_000;

export function createEventStreamParser(limits: EventStreamLimits = {}): EventStreamParser {
  const decoder = new TextDecoder();
  const lines = createLineEndings();
  let events: ServerSentEvent[] = [];
  let unknown = 0;
  let problem: EventStreamParser["problem"];
  const parser = createParser({
    maxBufferSize: limits.max_event_length,
    onRetry: (ms) => limits.onRetry?.(ms),
    onEvent(event) {
      events.push(event);
    },
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") problem = "too_large";
      else if (++unknown > MAX_UNKNOWN_LINES) throw error;
    },
  });

  function feed(text: string): ServerSentEvent[] {
    if (problem !== undefined) return [];
    try {
      parser.feed(text);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      problem = "no_events";
    }
    const taken = events;
    events = [];
    return taken;
  }

  return {
    push: (bytes) => feed(lines.normalized(decoder.decode(bytes, { stream: true }), "more")),
    end: () => feed(`${lines.normalized(decoder.decode(), "last")}\n\n`),
    get problem() {
      return problem;
    },
  };
}

/** Every line ends in a line feed: with returns the parser looks through the whole rest for each line. */
function createLineEndings() {
  let heldReturn = false;
  return {
    normalized(text: string, what: "more" | "last"): string {
      let whole = heldReturn ? `\r${text}` : text;
      // A return at the end of a chunk may be half of a CRLF.
      heldReturn = what === "more" && whole.endsWith("\r");
      if (heldReturn) whole = whole.slice(0, -1);
      return whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
    },
  };
}
