import { expect, test, vi } from "vitest";
import { createClient } from "../../../src/providers/openai/client.ts";

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

function network() {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    sent.push({
      url: String(input),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: init.body,
    });
    if (init.signal?.aborted) throw new Error("aborted");
    return new Response("{}", { headers: { "content-type": "application/json" } });
  };
  return { sent, fetch };
}

const JSON_BODY = { stream: true, headers: { "content-type": "application/json" } } as const;

test("each call has its own body and signal, and is sent as the first one was", async () => {
  const { sent, fetch } = network();
  const client = createClient("sk-1", "https://api.acme.example/v1", fetch);
  await client.post("/chat/completions", { ...JSON_BODY, body: '{"n":1}' }).asResponse();
  await client.post("/chat/completions", { ...JSON_BODY, body: '{"n":2}' }).asResponse();
  expect(sent.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}']);
  const [first, second] = sent;
  expect(second).toMatchObject({ url: "https://api.acme.example/v1/chat/completions" });
  expect(second?.headers).toEqual(first?.headers);
  expect(second?.headers).toMatchObject({ authorization: "Bearer sk-1", "content-type": "application/json" });
  const stopped = AbortSignal.abort();
  const third = client.post("/chat/completions", { ...JSON_BODY, body: "{}", signal: stopped }).asResponse();
  await expect(third).rejects.toThrow();
  expect(sent).toHaveLength(2);
});

test("a call is ended by its own signal alone, and sets no timer", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const stop = new AbortController();
  const heard: (AbortSignal | null | undefined)[] = [];
  const client = createClient("sk-1", undefined, (_url, init) => {
    heard.push(init?.signal);
    stop.abort();
    return Promise.reject(new Error("aborted"));
  });
  const call = client.post("/chat/completions", { ...JSON_BODY, body: "{}", signal: stop.signal });
  await expect(call.asResponse()).rejects.toThrow();
  expect(heard).toEqual([stop.signal]);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

test("another path, and a body that is not written yet, are built for themselves", async () => {
  const { sent, fetch } = network();
  const client = createClient("sk-1", undefined, fetch);
  await client.post("/chat/completions", { ...JSON_BODY, body: "{}" }).asResponse();
  await client.post("/embeddings", { ...JSON_BODY, body: '{"of":"this"}' }).asResponse();
  await client.post("/chat/completions", { body: { n: 3 } }).asResponse();
  expect(sent.map(({ url, body }) => [url, body])).toEqual([
    ["https://api.openai.com/v1/chat/completions", "{}"],
    ["https://api.openai.com/v1/embeddings", '{"of":"this"}'],
    ["https://api.openai.com/v1/chat/completions", '{"n":3}'],
  ]);
});
