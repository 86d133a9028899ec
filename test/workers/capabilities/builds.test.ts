import { expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { soon } from "../../support/soon.ts";
import { api, toCall } from "../tools/api.ts";

/** The Builder's scripted actions stand in its task. */
async function asked(name: string, ...does: Parameters<typeof tell>): Promise<Asked> {
  return askedBy(name, {}, does);
}

interface Asked {
  id: string;
  conversation: string;
}

async function askedBy(name: string, how: object, does: Parameters<typeof tell>): Promise<Asked> {
  await api("PATCH", "/agents/builder", { models: ["openai/told"] });
  const wish = { name, description: tell(...does) };
  const message = tell({ calls: [toCall("request_capability", wish)] }, { text: ["It is being built."] });
  const { json } = await api("POST", "/chat", { message, model: "openai/told", ...how });
  expect(json).toMatchObject({ status: "completed", reply: "It is being built." });
  const { items } = (await api("GET", `/builds?conversation=${json.conversation_id}`)).json;
  expect(items).toMatchObject([{ name, status: "building", version: null }]);
  return { id: items[0].id, conversation: json.conversation_id };
}

async function whenIt(id: string, is: object) {
  return soon(async () => {
    const { json } = await api("GET", `/builds/${id}`);
    expect(json).toMatchObject(is);
    return json;
  });
}

async function eventsOf(id: string): Promise<string[]> {
  const { text } = await api("GET", `/builds/${id}/events`);
  return [...text.matchAll(/^event: (\w+)/gm)].map(([, type]) => type ?? "");
}

test("the offline model builds its demonstration, and its events tell of it to the end", async () => {
  await api("PATCH", "/agents/builder", { models: ["offline/nightjar"] });
  const { json } = await api("POST", "/chat", { message: "build a tool that counts words" });
  expect(json.reply).toContain("The Builder is at work");
  const { items } = (await api("GET", `/builds?conversation=${json.conversation_id}`)).json;
  await whenIt(items[0].id, { name: "counts_words", status: "completed", version: 1, steps: 4, ask: null });
  expect(await eventsOf(items[0].id)).toEqual(["progress", "progress", "progress", "complete"]);
  const { conversation_id } = json;
  const used = await api("POST", "/chat", {
    message: "use counts_words on: to be or not to be",
    conversation_id,
  });
  expect(used.json.reply).toBe("6 words, 13 letters, 1 line.");
  const { items: jobs } = (await api("GET", "/jobs?kind=build")).json;
  expect(jobs[0]).toMatchObject({
    conversation_id: json.conversation_id,
    payload: { build_id: items[0].id },
  });
  const { items: all } = (await api("GET", "/jobs")).json;
  const kinds = all.map(({ kind }: { kind: string }) => kind);
  expect([kinds.includes("child.build"), kinds.includes("build")]).toEqual([true, false]);
});

test("what the Builder asks is answered by its build, and what it could not do is shown as failed", async () => {
  const asks = toCall("ask_user", { question: "Which unit?", options: ["C", "F"] });
  const { id } = await asked("asks_first", { calls: [asks] }, { text: ["I cannot build that."] });
  await whenIt(id, { ask: { type: "question", question: "Which unit?", options: ["C", "F"] } });
  expect((await api("POST", `/builds/${id}/answer`, { text: "C" })).status).toBe(202);
  await whenIt(id, {
    status: "failed",
    error: "The Builder ended without registering the capability.",
    ask: null,
  });
  expect(await eventsOf(id)).toEqual(["question", "answered", "failure"]);
  expect((await api("POST", `/builds/${id}/answer`, { text: "C" })).json).toMatchObject({
    error: "conflict",
  });
});

test("a build is stopped by whose it is, once", async () => {
  const asks = toCall("ask_user", { question: "Which unit?" });
  const { id, conversation } = await askedBy("is_stopped", { live: true }, [{ calls: [asks] }]);
  const { ask, created_at } = await whenIt(id, { ask: { type: "question" } });
  // Whoever speaks and waits to hear it is waited for a minute; others a day.
  const patience = Date.parse(ask.expires_at) - Date.parse(created_at);
  expect(patience).toBeGreaterThanOrEqual(60_000);
  expect(patience).toBeLessThan(3_600_000);
  expect((await api("POST", `/builds/${id}/cancel`, {})).json).toMatchObject({ status: "cancelled" });
  expect((await api("POST", `/builds/${id}/cancel`, {})).status).toBe(409);
  await soon(async () => {
    const { items } = (await api("GET", `/conversations/${conversation}/children`)).json;
    expect(items).toMatchObject([{ state: "halted" }]);
  });
  expect((await api("GET", "/builds?status=cancelled")).json.items).toMatchObject([{ id }]);
});

test("a build that is not there is not found", async () => {
  for (const path of ["/builds/bld_nothing0", "/builds/bld_nothing0/events"])
    expect((await api("GET", path)).status).toBe(404);
});

test("what fails five times in a row is switched off, and built anew with what has failed", async () => {
  const frail = {
    "main.ts":
      'export async function run({ n }) { if (n > 0) throw new Error("it broke at " + n); return "fine"; }',
    "test.ts": 'export async function works(t) { t.equal(await t.run({ n: 0 }), "fine"); }',
    "package.json": "{}",
    "manifest.json": JSON.stringify({
      name: "frail",
      description: "Works until it breaks.",
      input_schema: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    }),
    "RUN.md": "# frail",
  };
  const writes = Object.entries(frail).map(([path, content]) => toCall("write_file", { path, content }));
  const { id } = await asked("frail", { calls: writes }, { calls: [toCall("register_capability", {})] });
  await whenIt(id, { status: "completed", version: 1 });
  const fails = [1, 2, 3, 4, 5].map((n) => ({ calls: [toCall("cap_frail", { n })] }));
  const { json } = await api("POST", "/chat", {
    message: tell(...fails, { text: ["It is broken."] }),
    model: "openai/told",
  });
  expect(json.reply).toBe("It is broken.");
  expect((await api("GET", "/capabilities/frail")).json).toMatchObject({ status: "disabled", version: 1 });
  const { items } = (await api("GET", `/builds?conversation=${json.conversation_id}`)).json;
  expect(items).toMatchObject([{ name: "frail" }]);
  const { items: children } = (await api("GET", `/conversations/${json.conversation_id}/children`)).json;
  expect(children[0].task).toContain('{"n":5}\n  gave: Error: it broke at 5');
});
