import { expect, test, vi } from "vitest";
import { createClient } from "../../../src/providers/openai/openai.ts";

interface Sent {
  url: string;
  method: string | undefined;
  headers: Record<string, string>;
  body: unknown;
}

function network() {
  const sent: Sent[] = [];
  const send: typeof fetch = async (input, init = {}) => {
    const { method, body } = init;
    sent.push({ url: String(input), method, headers: Object.fromEntries(new Headers(init.headers)), body });
    return new Response("{}", { headers: { "content-type": "application/json" } });
  };
  return { sent, send };
}

const { signal } = new AbortController();

test("each call has its own body, and is sent as the first one was", async () => {
  const { sent, send } = network();
  const ask = createClient("sk-1", "https://api.acme.example/v1", send);
  await ask("/chat/completions", '{"n":1}', signal);
  await ask("/chat/completions", '{"n":2}', signal);
  expect(sent.map(({ body }) => body)).toEqual(['{"n":1}', '{"n":2}']);
  const [first, second] = sent;
  expect(second).toMatchObject({ url: "https://api.acme.example/v1/chat/completions", method: "POST" });
  expect(second?.headers).toEqual(first?.headers);
  expect(second?.headers).toMatchObject({ authorization: "Bearer sk-1", "content-type": "application/json" });
});

test("a call that was stopped before it began is not sent", async () => {
  const { sent, send } = network();
  const ask = createClient("sk-1", undefined, send);
  await expect(ask("/chat/completions", "{}", AbortSignal.abort())).rejects.toThrow();
  expect(sent).toEqual([]);
});

test("a call is ended by its own signal alone, and sets no timer", async () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const stop = new AbortController();
  const heard: (AbortSignal | null | undefined)[] = [];
  const ask = createClient("sk-1", undefined, (_url, init) => {
    heard.push(init?.signal);
    stop.abort();
    return Promise.reject(new Error("aborted"));
  });
  await expect(ask("/chat/completions", "{}", stop.signal)).rejects.toThrow();
  expect(heard).toEqual([stop.signal]);
  expect(timers).not.toHaveBeenCalled();
  timers.mockRestore();
});

test("another path is built for itself", async () => {
  const { sent, send } = network();
  const ask = createClient("sk-1", undefined, send);
  await ask("/chat/completions", "{}", signal);
  await ask("/responses", '{"of":"this"}', signal);
  expect(sent.map(({ url, body }) => [url, body])).toEqual([
    ["https://api.openai.com/v1/chat/completions", "{}"],
    ["https://api.openai.com/v1/responses", '{"of":"this"}'],
  ]);
});

test("an answer that is no success keeps what it says, whatever that is", async () => {
  const answers = [
    new Response('{"error":{"code":"slow_down","message":"Too fast."}}', {
      status: 429,
      headers: { "retry-after": "3" },
    }),
    new Response("down for the night", { status: 503 }),
  ];
  const ask = createClient("sk-1", undefined, async () => answers.shift() ?? Response.error());
  const limited = await ask("/chat/completions", "{}", signal).catch((error: unknown) => error);
  expect(limited).toMatchObject({
    status: 429,
    text: '{"error":{"code":"slow_down","message":"Too fast."}}',
  });
  expect(limited).toHaveProperty("headers", expect.any(Headers));
  const down = await ask("/chat/completions", "{}", signal).catch((error: unknown) => error);
  expect(down).toMatchObject({ status: 503, text: "down for the night" });
});
