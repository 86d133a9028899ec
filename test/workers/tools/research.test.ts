/** Research runs of the Worker: the offline model over the library that ships, from the question to the report. */
import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import type { Research, ResearchItem } from "../../../src/contract/agents/research.ts";
import { type ResearchEvent, ResearchEventShape } from "../../../src/contract/agents/research-events.ts";
import type { Message } from "../../../src/domain/message.ts";
import { soon } from "../../support/soon.ts";
import { callApi } from "../api.ts";
import { somebody } from "../people/somebody.ts";
import { api, TOKEN } from "./api.ts";

const { RESEARCH, BUCKET, DB } = env as unknown as Env;

const QUESTION = "What do nightjars eat and where do nightjars spend the winter?";

async function begun(body: object = {}): Promise<Research> {
  const { status, json } = await api("POST", "/research", {
    question: QUESTION,
    model: "offline/demo",
    ...body,
  });
  expect(status).toBe(202);
  return json as Research;
}

async function ended(id: string): Promise<Research> {
  let seen: Research | undefined;
  await soon(async () => {
    seen = await callApi<Research>("GET", `/research/${id}`);
    expect(seen?.report).not.toBeNull();
  });
  if (!seen) throw new Error("unseen");
  return seen;
}

test("a run reads, notes, writes and checks, and its report comes into its conversation and as a file", async () => {
  const { json: conversation } = await api("POST", "/conversations", {});
  const { id } = await begun({ conversation_id: conversation.id });
  const run = await ended(id);
  expect(run.state).toBe("completed");
  expect(run.report?.is_written).toBe(true);
  expect(run.report?.markdown).toContain("Nightjars eat flying insects [");
  expect(run.report?.markdown).toContain("Africa");
  expect(run.report?.sentences.every(({ support }) => support === "supported")).toBe(true);
  for (const note of run.notes) {
    const source = await callApi<{ text: string }>("GET", `/research/${id}/sources/${note.source_id}`);
    expect(source.text.slice(note.start, note.end)).toBe(note.quote);
  }
  await soon(async () => {
    const { json } = await api("GET", `/conversations/${conversation.id}/messages`);
    expect(JSON.stringify(json)).toContain("Nightjars eat flying insects");
  });
  const { results } = await DB.prepare("SELECT purpose FROM costs WHERE conversation_id = ?")
    .bind(conversation.id)
    .all();
  expect(results.length).toBeGreaterThan(3);
  expect(results.every(({ purpose }) => purpose === "research")).toBe(true);
});

test("a report's numbers open its sources in the conversation, also when the run is deleted", async () => {
  const { json: conversation } = await api("POST", "/conversations", {});
  const { id } = await begun({ conversation_id: conversation.id });
  await ended(id);
  const path = `/conversations/${conversation.id}`;
  const { parts } = await soon(async () => {
    const { json } = await api("GET", `${path}/messages`);
    const message = json.items.find(({ role }: { role: string }) => role === "assistant");
    expect(message).toBeDefined();
    return message as Message;
  });
  const text = parts[0]?.type === "text" ? parts[0].text : "";
  const citations = parts.filter((part) => part.type === "citation");
  const numbers = [...text.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number));
  expect(citations.map(({ index }) => index)).toEqual(numbers);
  expect(numbers.length).toBeGreaterThan(1);
  const { json: listed } = await api("GET", `${path}/sources`);
  expect(listed.items.map(({ n }: { n: number }) => n)).toEqual([...new Set(numbers)].toSorted());
  expect((await api("DELETE", `/research/${id}`)).status).toBe(204);
  for (const { source_id, quote, start, end } of citations) {
    const source = await api("GET", `${path}/sources/${source_id}`);
    expect(source.json.text.slice(start, end)).toBe(quote);
  }
  const markdown = await api("GET", `${path}/export?format=markdown`);
  expect(markdown.text).toContain(`[${citations[0]?.index}] ${citations[0]?.title}`);
  const uses = async () => {
    const { objects } = await BUCKET.list({ prefix: "sources/" });
    return objects.filter(({ key }) => key.endsWith(`/uses/${conversation.id}`)).length;
  };
  expect(await uses()).toBe(new Set(numbers).size);
  expect((await api("DELETE", path)).status).toBe(204);
  await soon(async () => expect(await uses()).toBe(0));
});

test("without a key, a question in research mode becomes a report in the conversation", async () => {
  const { json } = await api("POST", "/chat", {
    message: QUESTION,
    mode: "research",
    model: "offline/demo",
  });
  expect(json.reply).toBe("I research that now. The report comes here by itself.");
  const { items: runs } = await callApi<{ items: ResearchItem[] }>("GET", "/research");
  const run = runs.find(({ conversation_id }) => conversation_id === json.conversation_id);
  expect((await ended(run?.id ?? "")).model).toBe("offline/demo");
  await soon(async () => {
    const { json: page } = await api("GET", `/conversations/${json.conversation_id}/messages`);
    const cited = page.items.filter(({ parts }: Message) => parts.some(({ type }) => type === "citation"));
    expect(cited).toMatchObject([{ role: "assistant" }]);
  });
});

test("a renewed run looks everything up again, and its next edition says what has changed", async () => {
  const { json: conversation } = await api("POST", "/conversations", {});
  const { id } = await begun({ conversation_id: conversation.id });
  const before = await ended(id);
  await soon(async () =>
    expect((await api("POST", `/research/${id}/renew`, {})).json).toMatchObject({ edition: 2, report: null }),
  );
  const { events } = await follow(id);
  expect(events.filter(({ type }) => type === "source").length).toBe(before.sources.length);
  const run = await ended(id);
  expect(run).toMatchObject({ edition: 2, state: "completed" });
  const since = before.ended_at?.slice(0, 10);
  expect(run.report?.markdown).toMatch(new RegExp(`^## Changes since ${since}\\n\\nNothing has changed.`));
  await soon(async () => {
    const { json } = await api("GET", `/conversations/${conversation.id}/messages`);
    expect(json.items.map(({ parts }: Message) => parts[0]?.type === "text" && parts[0].text)).toEqual([
      expect.not.stringContaining("Changes since"),
      expect.stringContaining("Nothing has changed."),
    ]);
  });
  const { json: listed } = await api("GET", `/conversations/${conversation.id}/sources`);
  expect(new Set(listed.items.map(({ n }: { n: number }) => n)).size).toBe(listed.items.length);
});

test("a run is its person's alone", async () => {
  const { id } = await begun();
  const other = await somebody("member");
  for (const [method, path] of [
    ["GET", ""],
    ["GET", "/plan"],
    ["POST", "/halt"],
    ["DELETE", ""],
  ] as const)
    expect(
      (await other.ask(method, `/research/${id}${path}`, method === "POST" ? {} : undefined)).status,
    ).toBe(404);
  await ended(id);
});

test("whoever may read its conversation sees a run there, without its notes, and cannot steer it", async () => {
  const { json: conversation } = await api("POST", "/conversations", {});
  const { id } = await begun({ conversation_id: conversation.id });
  await ended(id);
  const reader = await somebody("member");
  const look = (query: string) => reader.ask("GET", `/research/${id}${query}`);
  const here = `?conversation_id=${conversation.id}`;
  expect((await look(here)).status).not.toBe(200);
  const member = await api("PUT", `/conversations/${conversation.id}/members/${reader.id}`, {
    rights: ["read"],
  });
  expect(member.status).toBe(200);
  const seen = await look(here);
  expect(seen.status).toBe(200);
  expect(await seen.json()).toMatchObject({
    id,
    may_steer: false,
    notes: [],
    sources: [],
    report: { is_written: true },
  });
  expect((await look("")).status).toBe(404);
  for (const verb of ["approve", "halt", "resume"])
    expect((await reader.ask("POST", `/research/${id}/${verb}`, {})).status).toBe(404);
  const other = await api("POST", "/conversations", {});
  expect((await api("GET", `/research/${id}?conversation_id=${other.json.id}`)).json).toMatchObject({
    may_steer: true,
  });
});

interface Told {
  status: number;
  events: ResearchEvent[];
}

/** The events until the run ends. */
async function follow(id: string, { query = "", lastRead = 0, ask = own } = {}): Promise<Told> {
  const headers = lastRead > 0 ? { "last-event-id": String(lastRead) } : {};
  const answer = await ask(`/research/${id}/events${query}`, headers);
  const frames = (await answer.text()).split("\n\n").filter((frame) => frame.startsWith("id: "));
  const events = frames.map((frame) => {
    const [, seq, name, data = ""] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(frame) ?? [];
    const event = ResearchEventShape().parse(JSON.parse(data));
    expect([event.seq, event.type]).toEqual([Number(seq), name]);
    return event as ResearchEvent;
  });
  return { status: answer.status, events };
}

function own(path: string, headers: Record<string, string>): Promise<Response> {
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`https://nightjar.test/api/v1${path}`, {
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  });
}

test("a run is followed live to its end, and from the last event that was read", async () => {
  const { id } = await begun();
  const { events } = await follow(id);
  const types = new Set(events.map(({ type }) => type));
  expect([...types].toSorted()).toEqual(["note", "plan", "report", "source", "state", "step"]);
  const run = await callApi<Research>("GET", `/research/${id}`);
  const last = events.at(-1);
  expect(last).toMatchObject({ type: "state", state: "completed", ended_at: run.ended_at, spend: run.spend });
  expect(events.findLast(({ type }) => type === "report")).toMatchObject({ edition: 1, report: run.report });
  for (const step of run.plan.steps)
    expect(events.findLast((event) => event.type === "step" && event.id === step.id)).toMatchObject({
      state: step.state,
      notes: step.notes,
    });
  expect(await follow(id, { lastRead: last?.seq ?? 0 })).toEqual({ status: 204, events: [] });
  const again = await follow(id, { lastRead: (last?.seq ?? 0) - 1 });
  expect(again.events).toEqual([last]);
  await api("POST", `/research/${id}/resume`, {});
  const resumed = await follow(id, { lastRead: last?.seq ?? 0 });
  expect(resumed.events.filter(({ type }) => type === "source" || type === "note")).toEqual([]);
  const reports = resumed.events.filter(({ type }) => type === "report");
  expect(reports).toMatchObject([{ report: null }, { edition: 2, report: { is_written: true } }]);
});

test("whoever may read its conversation follows a run without its notes, and nobody else does", async () => {
  const { json: conversation } = await api("POST", "/conversations", {});
  const { id } = await begun({ conversation_id: conversation.id });
  await ended(id);
  const reader = await somebody("member");
  const ask = (path: string) => reader.ask("GET", path);
  const query = `?conversation_id=${conversation.id}`;
  expect((await ask(`/research/${id}/events${query}`)).status).not.toBe(200);
  expect((await ask(`/research/${id}/events`)).status).toBe(404);
  await api("PUT", `/conversations/${conversation.id}/members/${reader.id}`, { rights: ["read"] });
  const { events } = await follow(id, { query, ask });
  const types = new Set(events.map(({ type }) => type));
  expect([...types].toSorted()).toEqual(["plan", "report", "state", "step"]);
});

test("a plan that waits is edited, approved and carried out as edited", async () => {
  const { id } = await begun({ ask_above_usd: 0, ceiling_usd: 1 });
  await soon(async () =>
    expect(await callApi("GET", `/research/${id}/plan`)).toMatchObject({ steps: [{}, {}] }),
  );
  const edits = [
    { op: "strike", id: "p1" },
    { op: "add", question: "How many eggs does the female nightjar lay?", places: ["library"] },
  ];
  expect((await api("PATCH", `/research/${id}/plan`, { edits })).status).toBe(200);
  expect((await api("PATCH", `/research/${id}/plan`, { edits: [{ op: "strike", id: "p9" }] })).status).toBe(
    400,
  );
  await soon(async () => {
    const { items } = await callApi<{ items: ResearchItem[] }>("GET", "/research");
    expect(items.find((item) => item.id === id)).toMatchObject({ state: "waiting", conversation_id: null });
  });
  const approved = await api("POST", `/research/${id}/approve`, {});
  expect(approved.json).toMatchObject({ state: "running", ended_at: null });
  const { ended_at, started_at } = await ended(id);
  expect(Date.parse(ended_at ?? "")).toBeGreaterThanOrEqual(Date.parse(started_at));
  const resumed = await api("POST", `/research/${id}/resume`, {});
  expect(resumed).toMatchObject({ status: 200, json: { state: "running", report: null } });
  await soon(async () => {
    const run = await callApi<Research>("GET", `/research/${id}`);
    expect(run).toMatchObject({ edition: 2, state: "completed" });
    expect(run.report?.markdown).toContain("lays two eggs");
    expect(run.report?.markdown).not.toContain("eat flying insects");
  });
});

test("a run whose object was lost comes back from the bucket", async () => {
  const { id } = await begun();
  const before = await ended(id);
  const owner = (await BUCKET.list({ prefix: "research/" })).objects
    .find(({ key }) => key.endsWith(id))
    ?.key.split("/")[1];
  const stub = RESEARCH.get(RESEARCH.idFromName(`research:${decodeURIComponent(owner ?? "")}:${id}`));
  await soon(async () =>
    expect(
      await runInDurableObject(stub, (_object, { storage }) =>
        storage.sql.exec("SELECT value FROM facts WHERE name = 'state'").one(),
      ),
    ).toEqual({ value: '"ended"' }),
  );
  await runInDurableObject(
    stub,
    async (object: { erase(): Promise<unknown> }) => void (await object.erase()),
  );
  expect(await runDurableObjectAlarm(stub)).toBe(false);
  expect((await callApi<Research>("GET", `/research/${id}`)).report).toEqual(before.report);
});
