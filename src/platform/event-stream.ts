/**
 * Parser of server-sent events from bytes: any line ending, comments, a byte order mark, UTF-8 split
 * anywhere. Wraps eventsource-parser and keeps a hostile server from costing more than it sends.
 */
import { createParser, type EventSourceMessage, ParseError } from "eventsource-parser";

/** `event` and `id` are absent where the server names none. */
export type ServerSentEvent = EventSourceMessage;

interface EventStreamParser {
  /** Returns the events that these bytes complete; none once there is a problem. Does not throw. */
  push(bytes: Uint8Array): ServerSentEvent[];
  /** Call at the end of the bytes: returns a last event that no empty line closed. */
  end(): ServerSentEvent[];
  /**
   * Reason why parsing stopped: an event longer than the limit, or too many lines that belong to no event
   * stream.
   */
  readonly problem: "too_large" | "no_events" | undefined;
}

export interface EventStreamLimits {
  /** Maximum length of one event, in characters. */
  max_event_length?: number;
  /** The server asks to wait this many ms before a reconnect. */
  onRetry?(ms: number): void;
}

/** The parser makes an error object with a stack for each: 64 KB of such lines took 0.3 s. */
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

/**
 * Normalises line ends to line feeds: with carriage returns the parser scans the whole rest for each line.
 */
function createLineEndings() {
  let heldReturn = false;
  return {
    normalized(text: string, what: "more" | "last"): string {
      let whole = heldReturn ? `\r${text}` : text;
      // A carriage return at the end of a chunk may be half of a CRLF.
      heldReturn = what === "more" && whole.endsWith("\r");
      if (heldReturn) whole = whole.slice(0, -1);
      return whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
    },
  };
}
