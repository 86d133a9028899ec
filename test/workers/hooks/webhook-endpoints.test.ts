import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PRESETS } from "../../../src/hooks/presets.ts";
import { verify } from "../../../src/hooks/verify.ts";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { callApi, chat, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

interface Endpoint {
  id: string;
  secret: string;
}

interface Delivery {
  id: string;
  type: string;
  status: string;
  attempts: number;
}

interface Received {
  path: string;
  headers: Headers;
  body: string;
}

const received: Received[] = [];
let network: { mockRestore(): void };

/** A receiver at https://board.example, and the name server that knows it. */
beforeAll(() => {
  const real = globalThis.fetch;
  network = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const asked = new Request(input, init);
    const url = new URL(asked.url);
    if (url.hostname === "cloudflare-dns.com") {
      const record = { type: 1, data: "93.184.215.14", TTL: 60 };
      return Response.json({ Status: 0, Answer: url.searchParams.get("type") === "A" ? [record] : [] });
    }
    if (url.hostname !== "board.example") return real(input, init);
    received.push({ path: url.pathname, headers: asked.headers, body: await asked.text() });
    return new Response(null, { status: 204 });
  });
});
afterAll(() => network.mockRestore());

function at(path: string): { type: string; data: Record<string, unknown> }[] {
  return received.filter((each) => each.path === path).map(({ body }) => JSON.parse(body));
}

async function deliveriesOf({ id }: Endpoint): Promise<Delivery[]> {
  return (await callApi<{ items: Delivery[] }>("GET", `/webhook-endpoints/${id}/deliveries`)).items;
}

const ALL = ["message.created", "turn.ended", "question.asked"];

test("what happens in a conversation reaches its owner's endpoint, signed, and nobody else's", async () => {
  // Turns of other files may still be told of: only here does this agent speak.
  await callApi("POST", "/agents", {
    slug: "lamplighter",
    name: "Lamplighter",
    instructions: "Light lamps.",
    models: ["openai/told"],
  });
  const endpoint = await callApi<Endpoint>("POST", "/webhook-endpoints", {
    name: "Board",
    url: "https://board.example/full",
    events: ALL,
    agents: ["lamplighter"],
    payload: "full",
  });
  expect(endpoint.secret).toMatch(/^whsec_/);
  const other = await somebody("member");
  const theirs = { name: "Theirs", url: "https://board.example/theirs", events: ALL, payload: "full" };
  expect((await other.ask("POST", "/webhook-endpoints", theirs)).status).toBe(201);
  const { conversation_id, message_id } = await chat(tell({ text: ["The lamp is lit."] }), {
    agent: "lamplighter",
  });
  await soon(async () => expect(at("/full")).toHaveLength(3));
  expect(at("/full")).toContainEqual(
    expect.objectContaining({
      type: "turn.ended",
      data: expect.objectContaining({ conversation_id, message_id, text: "The lamp is lit." }),
    }),
  );
  const [first] = received.filter(({ path }) => path === "/full");
  if (!first) throw new Error("nothing came");
  const signed = {
    headers: first.headers,
    to: { query: new URLSearchParams() },
    body: Uint8Array.from(new TextEncoder().encode(first.body)),
    id: first.headers.get("webhook-id") ?? "",
  };
  const proof = await verify(PRESETS.standard.verification, endpoint.secret, { signed, now: Date.now() });
  expect(proof).toMatchObject({ ok: true });
  await soon(async () =>
    expect((await deliveriesOf(endpoint)).map(({ status }) => status)).toEqual([
      "delivered",
      "delivered",
      "delivered",
    ]),
  );
  expect(at("/theirs")).toEqual([]);
  expect((await other.ask("GET", `/webhook-endpoints/${endpoint.id}`)).status).toBe(404);
  expect(await (await request("GET", "/webhook-endpoints")).text()).not.toContain(endpoint.secret);
  const [again] = await deliveriesOf(endpoint);
  await callApi("POST", `/webhook-endpoints/${endpoint.id}/deliveries/${again?.id}/redeliver`, {});
  await soon(async () => expect(at("/full")).toHaveLength(4));
  const ids = received.filter(({ path }) => path === "/full").map(({ headers }) => headers.get("webhook-id"));
  expect(new Set(ids).size).toBe(3);
  await callApi("DELETE", `/webhook-endpoints/${endpoint.id}`);
});

test("a question that waits for its person is told, with its words", async () => {
  const endpoint = await callApi<Endpoint>("POST", "/webhook-endpoints", {
    name: "Questions",
    url: "https://board.example/questions",
    events: ["question.asked"],
    payload: "full",
  });
  const message = tell({ calls: [call("call_webhook", "ask_user", { question: "Which lamp?" })] });
  await request("POST", "/chat", { message, model: "openai/told" });
  await soon(async () => expect(at("/questions")).toHaveLength(1));
  expect(at("/questions")[0]?.data).toMatchObject({ asks: [{ type: "question", text: "Which lamp?" }] });
  await callApi("DELETE", `/webhook-endpoints/${endpoint.id}`);
});

test("a test event is sent by its button, and a new secret signs beside the old one", async () => {
  const endpoint = await callApi<Endpoint>("POST", "/webhook-endpoints", {
    name: "Test",
    url: "https://board.example/test",
    events: ALL,
  });
  await callApi("POST", `/webhook-endpoints/${endpoint.id}/secret`, {});
  await callApi("POST", `/webhook-endpoints/${endpoint.id}/test`, {});
  await soon(async () => expect(at("/test")).toMatchObject([{ type: "endpoint.test" }]));
  const [first] = received.filter(({ path }) => path === "/test");
  expect(first?.headers.get("webhook-signature")).toMatch(/^v1,\S+ v1,\S+$/);
  await callApi("DELETE", `/webhook-endpoints/${endpoint.id}`);
});

test.each([
  [{ url: "http://board.example/in" }, 400, "https://"],
  [{ url: "https://127.0.0.1/in" }, 400, "not a public address"],
  [{ url: "nowhere" }, 400, "not a web address"],
  [{ events: [] }, 400, "name at least one event"],
  [{ events: ["everything"] }, 400, "events"],
])("what cannot be right is refused with what to do: %j", async (change, status, words) => {
  const fields = { name: "Board", url: "https://board.example/in", events: ALL, ...change };
  const answer = await request("POST", "/webhook-endpoints", fields);
  expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
});

test("events of everybody are for an operator alone", async () => {
  const member = await somebody("member");
  const fields = { name: "All", url: "https://board.example/all", events: ALL, scope: "instance" };
  expect((await member.ask("POST", "/webhook-endpoints", fields)).status).toBe(403);
  const endpoint = await callApi<Endpoint>("POST", "/webhook-endpoints", fields);
  await member.ask("POST", "/chat", { message: tell({ text: ["Hello."] }), model: "openai/told" });
  await soon(async () => expect(at("/all").length).toBeGreaterThanOrEqual(3));
  await callApi("DELETE", `/webhook-endpoints/${endpoint.id}`);
});
