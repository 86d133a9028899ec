/** A capability that its owner shares with an agent and a room, used by people who have none of their own. */
import { beforeAll, expect, test } from "vitest";
import { zipOf } from "../../../src/platform/zip.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { somebody } from "../people/somebody.ts";
import { api, toCall } from "../tools/api.ts";

const FILES = {
  "main.js": "export async function run({ n }) { return String(n * 3); }",
  "test.js": 'export async function triples(t) { t.equal(await t.run({ n: 2 }), "6"); }',
  "package.json": "{}",
  "manifest.json": JSON.stringify({
    name: "triple",
    description: "Gives back three times n.",
    input_schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
  }),
  "RUN.md": "# triple",
};
const AGENT = { instructions: "Be here.", models: ["openai/told"], audience: "people" };
const TRIPLES = tell({ calls: [toCall("cap_triple", { n: 14 })] }, { text: ["Done."] });

beforeAll(async () => {
  const zip = await zipOf(FILES);
  const { digest } = (await api("POST", "/capabilities", zip)).json;
  await api("POST", `/capabilities?install=${digest}`, zip);
  await api("POST", "/agents", { slug: "guide", name: "Guide", ...AGENT });
  await api("POST", "/rooms", { slug: "lounge", name: "Lounge", cast: ["guide"], host: "guide" });
});

type Asks = Awaited<ReturnType<typeof somebody>>;

async function resultsIn(who: Asks, id: string): Promise<object[]> {
  const found = (await (await who.ask("GET", `/conversations/${id}/messages`)).json()) as {
    items: { parts: { type: string }[] }[];
  };
  return found.items.flatMap(({ parts }) => parts).filter(({ type }) => type === "tool_result");
}

async function said(who: Asks): Promise<object[]> {
  const answer = await who.ask("POST", "/chat", { message: TRIPLES, agent: "guide" });
  const { conversation_id } = (await answer.json()) as { conversation_id: string };
  return resultsIn(who, conversation_id);
}

test("is used by whoever talks to that agent, from the next turn on, until it is taken back", async () => {
  const nina = await somebody("member", { name: "Nina" });
  expect(await said(nina)).toMatchObject([{ name: "cap_triple", is_error: true }]);
  const shared = { agents: ["guide"], rooms: [] };
  const { json } = await api("PATCH", "/capabilities/triple", { shared });
  expect(json).toMatchObject({ name: "triple", shared, agents: [] });
  expect((await api("GET", "/capabilities")).json.items).toMatchObject([{ name: "triple", shared }]);
  expect(await said(nina)).toMatchObject([
    { name: "cap_triple", is_error: false, content: expect.stringContaining("42") },
  ]);
  const { items } = (await api("GET", "/capabilities/triple/calls")).json;
  expect(items[0]).toMatchObject({ ok: true, input: "", output: "" });
  expect(await (await nina.ask("GET", "/capabilities")).json()).toMatchObject({ items: [] });
  await api("PATCH", "/capabilities/triple", { shared: {} });
  expect(await said(nina)).toMatchObject([{ name: "cap_triple", is_error: true }]);
});

test("is used in the visits of that room, where agents have nothing else", async () => {
  const nina = await somebody("member", { name: "Nina" });
  await api("PATCH", "/capabilities/triple", { shared: { rooms: ["lounge"] } });
  const start = await nina.ask("POST", "/rooms/lounge/session/start", {});
  const { session_id } = (await start.json()) as { session_id: string };
  const answer = await nina.ask("POST", "/rooms/lounge/message", { session_id, content: TRIPLES });
  expect(await answer.json()).toMatchObject({ agent: "guide", message: "Done." });
  expect(await resultsIn(nina, session_id)).toMatchObject([
    { name: "cap_triple", is_error: false, content: expect.stringContaining("42") },
  ]);
});

test("is shared only with what its owner may change, and with what there is", async () => {
  const shared = { agents: ["nobody_here"] };
  expect((await api("PATCH", "/capabilities/triple", { shared })).json).toMatchObject({
    error: "malformed_request",
    reason: expect.stringContaining('no agent "nobody_here" that you may change'),
  });
  expect((await api("PATCH", "/capabilities/triple", {})).status).toBe(400);
  const nina = await somebody("member", { name: "Nina" });
  expect((await nina.ask("PATCH", "/capabilities/triple", { shared: { agents: ["guide"] } })).status).toBe(
    404,
  );
});
