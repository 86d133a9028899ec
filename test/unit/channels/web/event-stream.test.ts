import { expect, test } from "vitest";
import { openEventStream } from "../../../../src/channels/web/event-stream.ts";
import { createEventStreamParser } from "../../../../src/platform/event-stream.ts";

async function framesOf(...types: string[]) {
  const writer = openEventStream(() => {});
  types.forEach((type, at) => {
    writer.send({ seq: at + 1, type });
  });
  writer.close();
  return createEventStreamParser().push(new Uint8Array(await new Response(writer.stream).arrayBuffer()));
}

test("a frame has the event's seq as its id and its type as its name", async () => {
  expect(await framesOf("text")).toEqual([{ id: "1", event: "text", data: '{"seq":1,"type":"text"}' }]);
});

test("no frame is called as what an EventSource fires by itself, and the event keeps its type", async () => {
  const frames = await framesOf("turn_start", "error", "turn_end");
  expect(frames.map(({ event }) => event)).toEqual(["turn_start", "failure", "turn_end"]);
  expect(frames[1]?.data).toBe('{"seq":2,"type":"error"}');
});
