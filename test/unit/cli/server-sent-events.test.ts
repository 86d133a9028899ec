import { expect, it } from "vitest";
import { readFrames } from "../../../src/cli/connection/server-sent-events.mjs";

async function framesOf(chunks: Uint8Array[]) {
  async function* body() {
    yield* chunks;
  }
  const frames = [];
  for await (const frame of readFrames(body())) frames.push(frame);
  return frames;
}

const bytes = (text: string) => new TextEncoder().encode(text);

it("reads ids and data, and passes over comments and other fields", async () => {
  const text =
    ': ping\n\nid: 1\nevent: text\ndata: {"a":1}\n\nid:2\r\ndata: one\r\ndata: two\r\n\r\nid: 3\ndata: cut';
  expect(await framesOf([bytes(text)])).toEqual([
    { id: "1", data: '{"a":1}' },
    { id: "2", data: "one\ntwo" },
  ]);
});

it("joins frames and characters that are split anywhere", async () => {
  const whole = bytes("id: 7\ndata: schön 🌙\n\n");
  for (let at = 1; at < whole.length; at++) {
    expect(await framesOf([whole.slice(0, at), whole.slice(at)])).toEqual([{ id: "7", data: "schön 🌙" }]);
  }
});
