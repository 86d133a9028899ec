/** A turn in search mode, whole: a search engine and a page on the wire, the journal, and one answer by the model. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import "../../support/workers/provided.ts";
import { callApi, chat } from "../api.ts";
import { openSink, type Sink } from "../drill/sink.ts";

const PAGE = "https://news.example/found";
let sink: Sink;

beforeAll(() => {
  sink = openSink();
  sink.pages.set(PAGE, "Barn owls find mice by hearing alone.");
});
afterAll(() => sink.close());

interface Shown {
  items: { role: string; parts: { type: string; name?: string; content?: string }[] }[];
}

test("searches, reads and answers, with the steps shown and the model asked once", async () => {
  // The first two steps are made by the program, in the model's place.
  const notAsked = { text: ["Not asked."] };
  const told = tell(notAsked, notAsked, { text: ["By hearing, says the page."] });
  const words = `How do barn owls hunt? ${told}`;
  const { conversation_id, reply } = await chat(words, { mode: "search" });
  expect(reply).toBe("By hearing, says the page.");
  const { items } = await callApi<Shown>("GET", `/conversations/${conversation_id}/messages`);
  const answer = items.find(({ role }) => role === "assistant");
  const named = (type: string) => answer?.parts.flatMap((part) => (part.type === type ? [part.name] : []));
  expect(named("tool_call")).toEqual(["web_search", "web_fetch"]);
  expect(JSON.stringify(answer?.parts)).toContain("by hearing alone");
  expect(sink.taken.filter((request) => request.includes(PAGE))).toHaveLength(1);

  const asked = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as (object | null)[];
  const about = asked.filter((body) => JSON.stringify(body).includes("By hearing, says the page."));
  expect(about).toHaveLength(1);
  expect(JSON.stringify(about[0])).toContain("Barn owls find mice by hearing alone.");
});

test("says so where the agent may not search, and answers all the same", async () => {
  const agent = { slug: "homebody", name: "Homebody", instructions: "Answer.", models: ["openai/told"] };
  await callApi("POST", "/agents", { ...agent, tools: { web_search: "deny" } });
  const words = `What is new about owls? ${tell({ text: ["Nothing was searched."] })}`;
  const { conversation_id, reply } = await chat(words, { mode: "search", agent: "homebody" });
  expect(reply).toBe("Nothing was searched.");
  const { items } = await callApi<Shown>("GET", `/conversations/${conversation_id}/messages`);
  expect(JSON.stringify(items)).not.toContain("web_search");
});
