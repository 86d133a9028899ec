import { exports } from "cloudflare:workers";
import { describe, expect, inject, test } from "vitest";
import { call } from "../../support/model-wire/answer.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { openSink } from "../drill/sink.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

const worker = (exports as unknown as { default: Fetcher }).default;
const TOKEN = "test-admin-token-0123456789";
const PAGE = "https://owls.example/barn";
const OWLS = "Owls hunt at night.\n\nA barn owl weighs 430 g and nests in towers.\n";

interface Cited {
  type: string;
  text?: string;
  index?: number;
  source_id?: string;
  quote?: string;
  start?: number;
  end?: number;
}

interface Completion {
  choices: { message: { tool_calls: { id: string }[] } }[];
}

async function get<T>(person: Somebody, path: string): Promise<T> {
  return (await (await person.ask("GET", path)).json()) as T;
}

/** A chat in which the agent has read a file and cites it. */
async function read(person: Somebody, ...texts: string[]): Promise<{ id: string; parts: Cited[] }> {
  await worker.fetch("http://nightjar.test/api/v1/workspace/owls.md", {
    method: "PUT",
    headers: { cookie: person.cookie, "content-type": "text/markdown" },
    body: OWLS,
  });
  const reads = { calls: [call("c1", "read", { path: "owls.md" })] };
  const message = `Read it. ${tell(reads, { text: texts })}`;
  const told = await (await person.ask("POST", "/chat", { message, model: "openai/told" })).json();
  const { conversation_id: id } = told as { conversation_id: string };
  const { items } = await get<{ items: { role: string; parts: Cited[] }[] }>(
    person,
    `/conversations/${id}/messages`,
  );
  return { id, parts: items.find(({ role }) => role === "assistant")?.parts ?? [] };
}

describe("an answer", () => {
  test("cites what was read, at its passage, and nothing else", async () => {
    const ada = await somebody("member");
    const { id, parts } = await read(ada, "Barn owls weigh 430 g [", "1]. Eagles weigh more [4].");
    expect(parts.find(({ type }) => type === "text")?.text).toBe(
      "Barn owls weigh 430 g [1]. Eagles weigh more.",
    );
    const cited = parts.filter(({ type }) => type === "citation");
    expect(cited).toMatchObject([{ index: 1, quote: "A barn owl weighs 430 g and nests in towers." }]);
    const { start, end, source_id } = cited[0] ?? {};
    expect(OWLS.slice(start, end)).toBe(cited[0]?.quote);

    const listed = await get<{ items: object[] }>(ada, `/conversations/${id}/sources`);
    expect(listed.items).toMatchObject([
      { n: 1, kind: "file", title: "owls.md", hash: source_id, chars: OWLS.length },
    ]);
    expect(await get(ada, `/conversations/${id}/sources/${source_id}`)).toMatchObject({ text: OWLS });
    expect(await get(ada, `/sources/${source_id}`)).toEqual({ hash: source_id, text: OWLS });
  });

  test("of a long attached file: its passages come with it, and what is read on there is cited at its place", async () => {
    const [ada, eve] = [await somebody("member"), await somebody("member")];
    const filler = "The committee met in the large hall and talked about the roof.\n".repeat(2_000);
    const fact = "Barn swallows breed in the northern tower until the middle of September.";
    const text = `${filler}${fact}\n${filler}`;
    const uploaded = await worker.fetch("http://nightjar.test/api/v1/files?name=swallows.txt", {
      method: "POST",
      headers: { cookie: ada.cookie, "content-type": "text/plain" },
      body: text,
    });
    const { id: file_id } = (await uploaded.json()) as { id: string };
    const reads = { calls: [call("c1", "read", { path: file_id, from_line: 2_001, lines: 1 })] };
    const answer = { text: [`${fact.slice(0, -1)} [1][2].`] };
    const message = `Where do barn swallows breed? ${tell(reads, answer)}`;
    const asked = { message, files: [{ file_id }], model: "openai/told" };
    const { conversation_id: id } = (await (await ada.ask("POST", "/chat", asked)).json()) as {
      conversation_id: string;
    };
    const requests = (await (await fetch(`${inject("toldModelUrl")}/told`)).json()) as ({
      messages?: { role: string; content: unknown }[];
    } | null)[];
    const given = requests
      .map((body) => JSON.stringify(body?.messages?.find(({ role }) => role === "user")?.content ?? ""))
      .filter((words) => words.includes("swallows.txt"));
    expect(given).toHaveLength(2);
    expect(given[1]).toBe(given[0]);
    expect(given[0]).toContain(fact);
    expect(given[0]).toContain("line 1: The committee met");
    expect(given[0]).toContain("What you take from this file, cite as [1].");
    expect(given[0]?.length).toBeLessThan(text.length / 4);
    const { items } = await get<{ items: { parts: Cited[] }[] }>(ada, `/conversations/${id}/messages`);
    const found = items.flatMap(({ parts }) => parts).filter(({ type }) => type === "citation");
    const about = { source_kind: "file", url: file_id, title: "swallows.txt", quote: fact };
    expect(found).toMatchObject([
      { index: 1, ...about },
      { index: 2, ...about },
    ]);
    const [cited] = found;
    expect(found[1]?.source_id).toBe(cited?.source_id);
    const address = `/conversations/${id}/sources/${cited?.source_id}`;
    expect(await get(ada, address)).toMatchObject({ text });
    await ada.ask("PUT", `/conversations/${id}/members/${eve.id}`, { rights: [] });
    expect((await eve.ask("GET", address)).status).toBe(403);
  });

  test("cites memories that came by themselves, and leaves numbers that are its own alone", async () => {
    const ada = await somebody("member");
    const note = "The allotment in the northern garden has the number 47.";
    expect((await ada.ask("POST", "/memory/items", { content: note })).status).toBe(201);
    const words =
      "Your allotment in the northern garden has the number 47 [1]. Works: [1] Darwin, [7] Huxley.";
    const message = `Which number has my allotment in the northern garden? ${tell({ text: [words] })}`;
    const told = await (await ada.ask("POST", "/chat", { message, model: "openai/told" })).json();
    const { conversation_id: id } = told as { conversation_id: string };
    const { items } = await get<{ items: { parts: Cited[]; recalled?: object[] }[] }>(
      ada,
      `/conversations/${id}/messages`,
    );
    const answer = items.find(({ recalled }) => recalled);
    expect(answer?.recalled).toMatchObject([{ n: 1, text: note }]);
    expect(answer?.parts.find(({ type }) => type === "text")?.text).toBe(words);
    const cited = answer?.parts.filter(({ type }) => type === "citation");
    expect(cited).toMatchObject([{ index: 1, source_kind: "memory", quote: note }]);
    const address = `/conversations/${id}/sources/${cited?.[0]?.source_id}`;
    expect(await get(ada, address)).toMatchObject({ text: note, source: { kind: "memory" } });
  });

  test("has events of what was read and cited", async () => {
    const ada = await somebody("member");
    const { id } = await read(ada, "They hunt at night [1].");
    const history = await (await ada.ask("GET", `/conversations/${id}/history?full=true`)).text();
    expect(history).toMatch(/"type":"tool_result"[^\n]*"sources":\[\{"kind":"file"/);
  });

  test("has annotations in OpenAI's shapes for a page that it cites", async () => {
    const sink = openSink();
    sink.pages.set(PAGE, OWLS);
    await callApi("POST", "/agents", {
      slug: "warden",
      name: "Warden",
      instructions: "Answer.",
      models: ["openai/told"],
      audience: "people",
      // Its own earlier answers would be recalled, and have the number.
      memory: "none",
    });
    const fetches = { calls: [call("c1", "web_fetch", { url: PAGE })] };
    const content = `Read ${PAGE} ${tell(fetches, { text: ["Barn owls [7] weigh 430 g [1]."] })}`;
    const asked = { model: "warden", messages: [{ role: "user", content }], input: content };
    // A marker of nothing is gone from the stored answer, and has been streamed.
    const rangeAt = (start: number) => `"start_index":${start},"end_index":${start + 3}`;
    for (const path of ["chat/completions", "responses"])
      for (const stream of [false, true]) {
        const answer = await worker.fetch(`http://nightjar.test/v1/${path}`, {
          method: "POST",
          headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
          body: JSON.stringify({ ...asked, stream }),
        });
        expect(await answer.text(), `${path} ${stream}`).toContain(rangeAt(stream ? 26 : 22));
      }
    sink.close();
  });

  test("has the ranges of what it said since a program brought its results", async () => {
    const sink = openSink();
    sink.pages.set(PAGE, OWLS);
    const tools = [{ type: "function", function: { name: "weigh", parameters: { type: "object" } } }];
    const rounds = (n: number) =>
      tell(
        { calls: [call(`f${n}`, "web_fetch", { url: PAGE })] },
        { text: ["They nest in towers [1]."], calls: [call(`w${n}`, "weigh", {})] },
        { text: ["Barn owls weigh 430 g [1]."] },
      );
    const complete = (messages: object[], stream: boolean) =>
      worker.fetch("http://nightjar.test/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "warden", messages, tools, stream }),
      });
    for (const [n, stream] of [false, true].entries()) {
      const asked = { role: "user", content: `Read ${PAGE} ${rounds(n)}` };
      const first = (await (await complete([asked], false)).json()) as Completion;
      const message = first.choices[0]?.message;
      const result = { role: "tool", tool_call_id: message?.tool_calls[0]?.id, content: "430 g" };
      const said = await (await complete([asked, message ?? {}, result], stream)).text();
      expect(said.match(/"start_index":\d+,"end_index":\d+/g)).toEqual(['"start_index":22,"end_index":25']);
    }
    sink.close();
  });
});

describe("the text of a source", () => {
  test("is read by whoever may read the conversation, and by nobody else", async () => {
    const [ada, eve] = [await somebody("member"), await somebody("member")];
    const { id, parts } = await read(ada, "They hunt at night [1].");
    const hash = parts.find(({ type }) => type === "citation")?.source_id;
    for (const path of [
      `/conversations/${id}/sources`,
      `/conversations/${id}/sources/${hash}`,
      `/sources/${hash}`,
    ]) {
      expect((await eve.ask("GET", path)).status, path).toBe(404);
    }
    const other = await read(eve, "Nothing.");
    await ada.ask("PUT", "/workspace/owls.md", "Changed.");
    // A file is its owner's, whoever else reads the conversation.
    await ada.ask("PUT", `/conversations/${id}/members/${eve.id}`, { rights: [] });
    expect((await eve.ask("GET", `/conversations/${id}/sources`)).status).toBe(200);
    expect((await eve.ask("GET", `/conversations/${id}/sources/${hash}`)).status).toBe(403);
    expect((await ada.ask("GET", `/conversations/${id}/sources/${hash}`)).status).toBe(200);
    expect((await eve.ask("GET", `/conversations/${other.id}/sources/${"0".repeat(64)}`)).status).toBe(404);
    expect((await eve.ask("GET", "/sources/nothing")).status).toBe(404);
  });

  test("of a memory opens at the message that it came from, and says its kind", async () => {
    const ada = await somebody("member");
    const store = { calls: [call("c1", "store_memory", { content: "The ladder hangs in the shed." })] };
    const recall = { calls: [call("c2", "recall_memory", { keywords: ["ladder"] })] };
    const message = `Keep it. ${tell(store, recall, { text: ["It hangs in the shed [1]."] })}`;
    const told = await (await ada.ask("POST", "/chat", { message, model: "openai/told" })).json();
    const { conversation_id: id } = told as { conversation_id: string };
    const { items } = await get<{ items: { id: string; role: string; parts: Cited[] }[] }>(
      ada,
      `/conversations/${id}/messages`,
    );
    const asked = items.find(({ role }) => role === "user")?.id;
    const cited = items.flatMap(({ parts }) => parts).find(({ type }) => type === "citation");
    const quote = "The ladder hangs in the shed.";
    expect(cited).toMatchObject({ index: 1, source_kind: "memory", url: `/c/${id}#${asked}`, quote });
    expect(await get(ada, `/conversations/${id}/sources/${cited?.source_id}`)).toMatchObject({ text: quote });
  });

  test("stays with a copy when the conversation that read it is deleted, and is in the person's export", async () => {
    const ada = await somebody("member");
    const { id, parts } = await read(ada, "At night [1].");
    const hash = parts.find(({ type }) => type === "citation")?.source_id;
    const { items } = await get<{ items: { id: string }[] }>(ada, `/conversations/${id}/messages`);
    const forked = await ada.ask("POST", `/conversations/${id}/fork`, { message_id: items.at(-1)?.id });
    const copy = ((await forked.json()) as { id: string }).id;
    await ada.ask("DELETE", `/conversations/${id}`);
    expect(await get(ada, `/conversations/${copy}/sources/${hash}`)).toMatchObject({ text: OWLS });
    const archive = await (await ada.ask("GET", "/export")).text();
    expect(archive).toContain(`sources/${hash}.txt`);
    await ada.ask("DELETE", `/conversations/${copy}`);
    expect((await ada.ask("GET", `/sources/${hash}`)).status).toBe(404);
  });

  test("goes with the last conversation that has read it", async () => {
    const ada = await somebody("member");
    const [first, second] = [await read(ada, "At night [1]."), await read(ada, "At night [1].")];
    const hash = first.parts.find(({ type }) => type === "citation")?.source_id;
    await ada.ask("DELETE", `/conversations/${first.id}`);
    expect((await ada.ask("GET", `/sources/${hash}`)).status).toBe(200);
    await ada.ask("DELETE", `/conversations/${second.id}`);
    expect((await ada.ask("GET", `/sources/${hash}`)).status).toBe(404);
  });
});
