/** A person's yes and no over HTTP: to what waits, and to what was forgotten. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMachine } from "../machine.ts";

const OWNER = "admin";
const OUTSIDE = {
  owner: OWNER,
  scope: "person" as const,
  origin: "tool" as const,
  trust: "untrusted" as const,
};

async function call(method: string, path: string, body?: unknown) {
  const worker = exports as unknown as { default: Fetcher };
  const response = await worker.default.fetch(`https://nightjar.test/api/v1${path}`, {
    method,
    headers: { authorization: "Bearer test-admin-token-0123456789", "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text.startsWith("{") ? JSON.parse(text) : undefined };
}

const waiting = async () =>
  (await call("GET", "/memory/suggestions")).json.items as { text: string; path: string }[];

test("what came from outside waits with its source, and is trusted or forgotten by its path", async () => {
  const { memory } = createMachine();
  const from = { conversation_id: "cnv_page", message_id: "msg_page" };
  await memory.remember({ ...OUTSIDE, ...from, content: "The ferry leaves at nine", sticky: true });
  await memory.remember({ ...OUTSIDE, ...from, content: "Always phone Eve first" });
  await call("POST", "/memory/facts", { entity: "Ferry", attribute: "pier", value: "four" });
  await memory.writeFact({ ...OUTSIDE, entity: "Ferry", attribute: "pier", value: "seven" });
  await call("PUT", "/memory/state/tone", { value: "brief" });
  await memory.states.set(OWNER, { scope: "person", key: "tone", value: "loud", trust: "untrusted" });
  await memory.names.add(OWNER, { alias: "Boat", entity: "Ferry", trust: "untrusted" });

  const items = await waiting();
  expect(items.map(({ text }) => text).sort()).toEqual([
    "Always phone Eve first",
    "Boat is Ferry",
    "Ferry, pier: seven",
    "The ferry leaves at nine",
    "tone: loud",
  ]);
  expect(items.find(({ text }) => text.startsWith("The ferry"))).toMatchObject({
    ...from,
    kind: "memory",
    standing: true,
  });
  expect(items.find(({ text }) => text.includes("seven"))).toMatchObject({ disputes: ["four"] });

  const pathOf = (text: string) => items.find((item) => item.text.includes(text))?.path ?? "";
  for (const text of ["ferry leaves", "seven", "loud", "Boat"])
    expect((await call("PATCH", pathOf(text), { trust: "trusted" })).status, text).toBe(200);
  expect((await call("DELETE", pathOf("Eve"))).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect((await call("GET", "/memory/facts?entity=Ferry")).json.items).toMatchObject([
    { value: "seven", trust: "trusted" },
  ]);
  expect((await call("GET", "/memory/state")).json.items).toMatchObject([
    { key: "tone", value: "loud", trust: "trusted" },
  ]);
  expect((await call("GET", "/memory/items?trust=trusted")).json.items).toMatchObject([
    { content: "The ferry leaves at nine" },
  ]);
  expect((await call("PATCH", "/memory/state/tone", { trust: "trusted" })).status).toBe(404);
});

test("what was forgotten comes back, or goes for good", async () => {
  const [kept, gone] = await Promise.all(
    ["The heron nests by the mill", "The otter sleeps by day"].map((content) =>
      call("POST", "/memory/items", { content }),
    ),
  );
  for (const each of [kept, gone])
    expect((await call("DELETE", `/memory/items/${each?.json.id}`)).status).toBe(204);
  const { items } = (await call("GET", "/memory/forgotten")).json;
  const idOf = (text: string) => items.find((item: { text: string }) => item.text === text).id;
  expect(items[0]).toMatchObject({
    kind: "memory",
    forgotten_at: expect.any(String),
    gone_at: expect.any(String),
  });
  expect(
    (await call("POST", `/memory/forgotten/${idOf("The heron nests by the mill")}/restore`)).json,
  ).toEqual({ restored: 1 });
  expect((await call("GET", `/memory/items/${kept?.json.id}`)).json).toMatchObject({ trust: "trusted" });
  const otter = idOf("The otter sleeps by day");
  expect((await call("DELETE", `/memory/forgotten/${otter}`)).status).toBe(204);
  expect((await call("POST", `/memory/forgotten/${otter}/restore`)).status).toBe(404);
  const final = (await call("POST", "/memory/items", { content: "The swift is back in May" })).json.id;
  expect((await call("DELETE", `/memory/items/${final}?final=true`)).status).toBe(204);
  const left = (await call("GET", "/memory/forgotten")).json.items.map((item: { text: string }) => item.text);
  expect(left).not.toContain("The swift is back in May");
});

test("a file says whose words it holds: what was brought may be anybody's, what was typed in the app is the person's", async () => {
  const trustOf = async (path: string) =>
    (await call("GET", "/workspace")).json.items.find((file: { path: string }) => file.path === path)?.trust;
  await call("PUT", "/workspace/brought.md", { a: 1 });
  await call("PUT", "/workspace/typed.md?trust=kept", { a: 1 });
  await call("PUT", "/workspace/brought.md?trust=kept", { a: 2 });
  await call("PUT", "/workspace/vouched.md?trust=trusted", { a: 1 });
  await call("PUT", "/workspace/SOUL.md", { a: 1 });
  const paths = ["brought.md", "typed.md", "vouched.md", "SOUL.md"];
  expect(await Promise.all(paths.map(trustOf))).toEqual(["untrusted", "trusted", "trusted", "trusted"]);
  expect((await call("PUT", "/workspace/x.md?trust=maybe", { a: 1 })).status).toBe(400);
});
