/** The same answer in every shape that bytes on the way can take, and lines that are none. */
import { CUT, stream, write } from "../../../support/model-wire/reply.ts";
import type { Fault, Outcome } from "../faults.ts";
import type { WireName } from "../wires.ts";
import { framesOf, WIRES } from "../wires.ts";

const WORDS = "Grüße, 世界 🌙!";
const WHOLE: Outcome = { type: "finish", reason: "stop", text: WORDS };

const bytesOf = (text: string) => new TextEncoder().encode(text);

function split(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}

function streamed(pieces: readonly (string | Uint8Array)[]) {
  return { headers: { "content-type": "text/event-stream" }, steps: pieces.map(write) };
}

export function framingFaults(): Fault[] {
  return WIRES.flatMap((wire) => [...shapes(wire), ...broken(wire), ...offsets(wire)]);
}

function shapes(wire: WireName): Fault[] {
  const frames = framesOf(wire, { text: [WORDS] });
  const whole = frames.join("");
  const shape = (name: string, pieces: readonly (string | Uint8Array)[]): Fault => ({
    wire,
    name,
    reply: streamed(pieces),
    outcome: WHOLE,
  });
  return [
    shape("all in one piece", [whole]),
    shape("byte by byte, UTF-8 split everywhere", split(bytesOf(whole), 1)),
    shape("in pieces of 7 bytes", split(bytesOf(whole), 7)),
    shape("with CRLF", [whole.replaceAll("\n", "\r\n")]),
    shape("with CRLF, split between the two", split(bytesOf(whole.replaceAll("\n", "\r\n")), 1)),
    shape("with CR alone", [whole.replaceAll("\n", "\r")]),
    shape("after a byte order mark", ["\uFEFF", whole]),
    shape("after empty lines", ["\n\n\r\n", whole]),
    shape("with comments between all lines", [whole.replaceAll("\n", "\n: note\n")]),
    shape("without a space after the colon", [whole.replaceAll("data: ", "data:")]),
    shape("with id and retry fields", [whole.replaceAll("data: ", "id: 7\nretry: 10\ndata: ")]),
    shape("without the last empty line", [whole.trimEnd()]),
    shape("with JSON over several lines", [whole.replaceAll('data: {"', 'data: {\ndata: "')]),
    shape("with fields that nobody knows", [whole.replaceAll("data: ", "x-trace: 1\ndata: ")]),
  ];
}

function broken(wire: WireName): Fault[] {
  const frames = framesOf(wire, { text: [WORDS] });
  const after = (line: string): Fault["reply"] =>
    stream([...frames.slice(0, 2), `data: ${line}\n\n`, ...frames.slice(2)]);
  const unread = (name: string, line: string): Fault => ({ wire, name, reply: after(line), outcome: WHOLE });
  return [
    unread("an event that is not JSON", "{oops"),
    unread("an event that is cut JSON", '{"type":"content_block_delta","index":0,"delta":{"ty'),
    unread("an event that is null", "null"),
    unread("an event that is a number", "42"),
    unread("an event that is a list", "[]"),
    unread("an event without data", ""),
    unread("an event that is HTML", "<html>busy</html>"),
    {
      wire,
      name: "bytes that are not UTF-8",
      reply: streamed(withBadBytes(wire)),
      outcome: { type: "finish", reason: "stop", text: "a\uFFFDb" },
    },
  ];
}

function withBadBytes(wire: WireName): Uint8Array[] {
  const whole = bytesOf(framesOf(wire, { text: ["a~b"] }).join(""));
  return [whole.map((byte) => (byte === 126 ? 0xff : byte))];
}

/** Cut in the middle of a line: in the field's name, in the JSON, in a character. */
function offsets(wire: WireName): Fault[] {
  const frames = framesOf(wire, { text: [WORDS] });
  const at = frames.findIndex((frame) => frame.includes(WORDS));
  const start = frames.slice(0, at);
  const delta = frames[at] ?? "";
  const bytes = bytesOf(delta);
  const places = {
    "the field's name": 3,
    "the middle of the JSON": Math.floor(bytes.length / 2),
    "a character": bytes.indexOf(0xc3) + 1,
    "the line's end": bytes.length - 1,
  };
  return Object.entries(places).map(([place, offset]) => ({
    wire,
    name: `cut in ${place}`,
    reply: {
      headers: { "content-type": "text/event-stream" },
      steps: [...start.map(write), write(bytes.slice(0, offset)), CUT],
    },
    outcome: { type: "failed", kind: "cut", retryable: true },
  }));
}
