import { describe, expect, test } from "vitest";
import { createEventStreamParser, type EventStreamLimits } from "../../../src/platform/event-stream.ts";
import { streamEvents } from "../../../src/tools/mcp/wire/sse.ts";
import { computed } from "../../support/computed.ts";

const PIECE = 4_096;
/** Of computing: a twentieth of it is enough; reading anew with each piece took 11 s. */
const LINEAR_MS = 3_000;
const LONG = `data: ${"x".repeat(8_000_000 - 6)}\n\n`;

describe("a stream of events", () => {
  test("is the same however the bytes are cut", () => {
    const text =
      'event: one\r\nid: 7\r\ndata: {"a":1}\r\n\r\n: note\ndata: x\ndata: y\n\ndata: 🌙\r\rdata: last';
    const whole = eventsOf(text, text.length * 4);
    expect(whole).toEqual([
      { event: "one", id: "7", data: '{"a":1}' },
      { data: "x\ny" },
      { data: "🌙" },
      { data: "last" },
    ]);
    for (let size = 1; size < text.length; size++) expect(eventsOf(text, size)).toEqual(whole);
  });

  test("may begin with a byte order mark", () => {
    expect(eventsOf("\uFEFFdata: one\n\n", 2)).toEqual([{ data: "one" }]);
  });

  test("gives one event of 8 MB in pieces of 4 KB in linear time", async () => {
    const parser = createEventStreamParser();
    const pieces = piecesOf(LONG, PIECE);
    const { result: events, ms } = await computed(() => pieces.flatMap((piece) => parser.push(piece)));
    expect(events.map(({ data }) => data.length)).toEqual([8_000_000 - 6]);
    expect(ms).toBeLessThan(LINEAR_MS);
  });

  test("gives a megabyte of returns, or of lines that are none of its own, in linear time", async () => {
    const { ms } = await computed(() => {
      expect(eventsOf(":\r".repeat(500_000), 1_000_000)).toEqual([]);
      expect(eventsOf("no field\n".repeat(110_000), 1_000_000)).toEqual([]);
    });
    expect(ms).toBeLessThan(LINEAR_MS);
  });

  test("refuses an event that is too long while it comes, and says so", () => {
    const parser = createEventStreamParser({ max_event_length: 10_000 });
    const pieces = piecesOf(LONG, PIECE);
    const taken = pieces.findIndex((piece) => parser.push(piece).length > 0 || parser.problem !== undefined);
    expect(taken).toBe(2);
    expect(parser.problem).toBe("too_large");
    expect(parser.push(new TextEncoder().encode("\n\ndata: more\n\n"))).toEqual([]);
    expect(parser.end()).toEqual([]);
  });

  test("counts the lines of an event together", () => {
    const parser = createEventStreamParser({ max_event_length: 10_000 });
    for (const piece of piecesOf("data: a line of it\n".repeat(800), PIECE)) parser.push(piece);
    expect(parser.problem).toBe("too_large");
  });

  test("bears some lines that it does not know, and no page of them", () => {
    expect(eventsOf(`${"<br>\n".repeat(900)}data: one\n\n`, PIECE)).toEqual([{ data: "one" }]);
    const parser = createEventStreamParser();
    for (const piece of piecesOf("<br>\n".repeat(2_000), PIECE)) parser.push(piece);
    expect(parser.problem).toBe("no_events");
  });

  test("says how long the server wants to be left alone, with an event or without", () => {
    const pauses: number[] = [];
    const limits = { onRetry: (ms: number) => pauses.push(ms) };
    eventsOf("retry: 20\ndata: one\n\nretry: soon\n\nretry: 3000\n\n", 5, limits);
    expect(pauses).toEqual([20, 3_000]);
  });
});

describe("the events of an MCP server", () => {
  test("are read one of 8 MB in pieces of 4 KB in linear time", async () => {
    const body = streamOf(piecesOf(LONG, PIECE));
    const lengths: number[] = [];
    const { ms } = await computed(async () => {
      for await (const { data } of streamEvents(body, ignore)) lengths.push(data.length);
    });
    expect(lengths).toEqual([8_000_000 - 6]);
    expect(ms).toBeLessThan(LINEAR_MS);
  });

  test("end with the first that is too large, and the rest is not read", async () => {
    let sent = 0;
    const piece = new TextEncoder().encode("x".repeat(PIECE));
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(sent === 1 ? new TextEncoder().encode("data: ") : piece);
      },
    });
    const read = streamEvents(body, ignore).next();
    await expect(read).rejects.toThrow("The server sent an event that is too large.");
    expect(sent * PIECE).toBeLessThan(8_100_000);
  });

  test("are read where each line ends in a return", async () => {
    const bytes = new TextEncoder().encode('id: 1\rdata: {"a":1}\r\rdata: 2\r\r');
    const seen = [];
    for await (const event of streamEvents(streamOf([bytes]), ignore)) seen.push(event);
    expect(seen).toMatchObject([{ id: "1", data: '{"a":1}' }, { data: "2" }]);
  });
});

function eventsOf(text: string, size: number, limits?: EventStreamLimits) {
  const parser = createEventStreamParser(limits);
  const events = piecesOf(text, size).flatMap((piece) => parser.push(piece));
  return [...events, ...parser.end()];
}

function piecesOf(text: string, size: number): Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  const pieces = [];
  for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.slice(at, at + size));
  return pieces;
}

function streamOf(pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  const left = pieces.values();
  return new ReadableStream({
    pull(controller) {
      const next = left.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

function ignore(): void {}
