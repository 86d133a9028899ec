/** A run of the Worker that looks into a connected MCP server: its citations open, as those of pages do. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Research } from "../../../src/contract/agents/research.ts";
import type { Message } from "../../../src/domain/message.ts";
import { soon } from "../../support/soon.ts";
import { openSink, type Sink } from "../drill/sink.ts";
import { somebody } from "../people/somebody.ts";

const FERRY = "The ferry of the harbour leaves at seven in the morning.";
let sink: Sink;

beforeAll(() => {
  sink = openSink();
  sink.pages.set("https://shop.example/mcp", FERRY);
});
afterAll(() => sink.close());

test("a run cites a resource of a server, and the citation opens at its words", async () => {
  const ann = await somebody("member");
  const callApi = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ann.ask(method, path, body);
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer.json<T>();
  };
  await callApi("POST", "/mcp-servers", { name: "harbour", url: "https://shop.example/mcp" });
  const { id: conversation_id } = await callApi<{ id: string }>("POST", "/conversations", {});
  const question = "When does the ferry of the harbour leave?";
  const wish = { question, conversation_id, model: "offline/demo", ask_above_usd: 0, ceiling_usd: 1 };
  const { id } = await callApi<Research>("POST", "/research", wish);
  await soon(async () => {
    const { items } = await callApi<{ items: Research[] }>("GET", "/research");
    expect(items.find((item) => item.id === id)).toMatchObject({ state: "waiting" });
  });
  const edits = [
    { op: "strike", id: "p1" },
    { op: "add", question, places: ["mcp"] },
  ];
  await callApi("PATCH", `/research/${id}/plan`, { edits });
  await callApi("POST", `/research/${id}/approve`, {});
  const run = await soon(async () => {
    const seen = await callApi<Research>("GET", `/research/${id}`);
    expect(seen.ended_at).not.toBeNull();
    return seen;
  });
  expect(run.sources.map(({ address }) => address)).toContain("mcp:harbour/shop://harbour");
  expect(run.report?.markdown).toContain("leaves at seven");
  const { citations } = await soon(async () => {
    const page = await callApi<{ items: Message[] }>("GET", `/conversations/${conversation_id}/messages`);
    const parts = page.items.flatMap((message) => message.parts);
    expect(parts.some(({ type }) => type === "citation")).toBe(true);
    return { citations: parts.filter((part) => part.type === "citation") };
  });
  for (const { source_id, start, end } of citations) {
    const path = `/conversations/${conversation_id}/sources/${source_id}`;
    expect((await callApi<{ text: string }>("GET", path)).text.slice(start, end)).toBe(FERRY);
  }
});
