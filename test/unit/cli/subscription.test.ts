import { createServer, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { eventsOf } from "../../../src/cli/connection/subscription.mjs";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server whose connections each get the next of the given behaviours. */
async function serve(behaviours: ((response: ServerResponse) => void)[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers["last-event-id"]}`);
    behaviours[asked.length - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, asked };
}

const frame = (seq: number) => `id: ${seq}\ndata: {"seq":${seq}}\n\n`;
const open = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

async function take(url: string, count: number) {
  const stop = new AbortController();
  const told: boolean[] = [];
  const seen: number[] = [];
  const watch = { instance: { url, token: "t" }, conversation: "cnv_1", cursor: 4, signal: stop.signal };
  for await (const event of eventsOf({ ...watch, onConnection: (isLost: boolean) => told.push(isLost) })) {
    seen.push(event.seq);
    if (seen.length === count) stop.abort();
  }
  return { seen, told };
}

describe("the events of a conversation in the terminal", () => {
  it("go on after a cut, from the last one seen", async () => {
    const { url, asked } = await serve([
      (response) => open(response).write(`${frame(5)}${frame(6)}id: 7\nda`, () => response.destroy()),
      (response) => response.writeHead(503).end(),
      (response) => open(response).write(frame(7)),
    ]);
    expect(await take(url, 3)).toEqual({ seen: [5, 6, 7], told: [true, false] });
    expect(asked).toEqual([
      "/api/v1/conversations/cnv_1/events?cursor=4 4",
      "/api/v1/conversations/cnv_1/events?cursor=6 6",
      "/api/v1/conversations/cnv_1/events?cursor=6 6",
    ]);
  });

  it("end with the reason of a refusal", async () => {
    const body = JSON.stringify({ error: "resource_not_found", reason: "No such conversation." });
    const { url } = await serve([(response) => response.writeHead(404).end(body)]);
    await expect(take(url, 1)).rejects.toThrow("No such conversation.");
  });
});
