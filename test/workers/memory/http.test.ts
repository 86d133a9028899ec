import { exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { DB } from "./machine.ts";

const TOKEN = "test-admin-token-0123456789";

async function call(method: string, path: string, body?: unknown, token = TOKEN) {
  const worker = exports as unknown as { default: Fetcher };
  const response = await worker.default.fetch(`https://nightjar.test/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") && !text.includes("\n{");
  return { status: response.status, text, json: isJson ? JSON.parse(text) : undefined };
}

const turns = [
  {
    id: "D1:1",
    session: 1,
    date: "1:56 pm on 8 May, 2023",
    speaker: "Ann",
    text: "I adopted a puppy from the shelter",
  },
  { id: "D1:2", session: 1, date: "1:56 pm on 8 May, 2023", speaker: "Ben", text: "What is its name?" },
  {
    id: "D1:3",
    session: 1,
    date: "1:56 pm on 8 May, 2023",
    speaker: "Ann",
    text: "Pickle, after my grandmother's dish",
  },
];

describe("memory over HTTP", () => {
  test("an archive is brought in, twice without effect, and searched with and without signals", async () => {
    expect((await call("POST", "/memory/index", { conversation: "arch-1", items: turns })).json).toEqual({
      indexed: 3,
    });
    expect((await call("POST", "/memory/index", { conversation: "arch-1", items: turns })).status).toBe(200);
    const plain = (await call("GET", "/memory/search?q=puppy%20name&scope=arch-1&k=2")).json;
    expect(plain.items.length).toBe(2);
    expect(plain.items[0]).not.toHaveProperty("signals");
    const explained = (
      await call("GET", "/memory/search?q=when+did+Ann+adopt+a+puppy&conversation=arch-1&explain=1")
    ).json;
    expect(explained.items[0]).toMatchObject({
      id: "D1:1",
      kind: "turn",
      text: "I adopted a puppy from the shelter",
      source: "arch-1",
      speaker: "Ann",
      at: "2023-05-08T13:56:00.000Z",
      score: expect.any(Number),
      signals: { speaker: 1, soft: expect.any(Number), context: expect.any(Number) },
    });
    const { results } = await DB.prepare("SELECT key FROM chunks WHERE source = 'arch-1'").all();
    expect(results.length).toBe(3);
  });

  test("ten thousand turns go in by parts", async () => {
    const items = Array.from({ length: 5_000 }, (_, at) => ({
      id: `t${at}`,
      speaker: "Ann",
      text: `Turn ${at} of many`,
    }));
    for (const part of ["a", "b"]) {
      const sent = items.map((item) => ({ ...item, id: `${part}${item.id}` }));
      expect((await call("POST", "/memory/index", { conversation: "big", items: sent })).json).toEqual({
        indexed: 5_000,
      });
    }
    expect(
      (await call("GET", "/memory/search?q=turn+4711+of+many&conversation=big&k=2")).json.items.length,
    ).toBe(2);
  });

  test("a memory is written, edited, found by its new words, and deleted", async () => {
    const made = await call("POST", "/memory/items", {
      content: "The cellar key is under the pot",
      tags: ["Keys"],
    });
    expect(made).toMatchObject({
      status: 201,
      json: { tier: "long_term", tags: ["keys"], origin: "person", trust: "trusted" },
    });
    const path = `/memory/items/${made.json.id}`;
    const edited = await call("PATCH", path, { content: "The cellar key is inside the piano" });
    expect(edited.json.content).toBe("The cellar key is inside the piano");
    const found = (await call("GET", "/memory/search?q=where+is+the+cellar+key&kind=memory")).json.items;
    expect(found[0].text).toContain("inside the piano");
    expect((await call("GET", "/memory/search?q=pot&kind=memory")).json.items).toEqual([]);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("GET", path)).status).toBe(404);
    expect((await call("GET", "/memory/search?q=cellar+piano&kind=memory")).json.items).toEqual([]);
  });

  test("lists come in pages that together are whole", async () => {
    for (const name of ["apples", "pears", "plums", "quinces", "cherries"]) {
      await call("POST", "/memory/items", { content: `In autumn we store ${name} in the loft` });
    }
    const seen: string[] = [];
    let cursor = "";
    do {
      const page = (await call("GET", `/memory/items?limit=2${cursor}`)).json;
      seen.push(...page.items.map((item: { id: string }) => item.id));
      cursor = page.next_cursor === null ? "" : `&cursor=${encodeURIComponent(page.next_cursor)}`;
    } while (cursor !== "");
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(5);
  });

  test("a fact is found by the words it was corrected to, and by no others; retired, by none", async () => {
    const fact = { entity: "Egon", attribute: "instrument", value: "harpsichord" };
    const { json } = await call("POST", "/memory/facts", fact);
    const found = async (words: string) =>
      (await call("GET", `/memory/search?q=${words}&kind=fact`)).json.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await found("harpsichord")).toEqual([json.id]);
    await call("PATCH", `/memory/facts/${json.id}`, { value: "bassoon" });
    expect(await found("bassoon")).toEqual([json.id]);
    expect(await found("harpsichord")).toEqual([]);
    await call("PATCH", `/memory/facts/${json.id}`, { retired: true });
    expect(await found("bassoon")).toEqual([]);
  });

  test("a relation is written, listed by name, ended, exported and forgotten", async () => {
    const path = "/memory/relations";
    const { status, json } = await call("POST", path, {
      from: "Edith",
      relation: "is the aunt of",
      to: "Egon",
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({ id: expect.stringMatching(/^rel_/), origin: "person", ended_at: null });
    expect((await call("GET", `${path}?about=egon`)).json.items).toEqual([json]);
    const graph = (await call("GET", "/memory/graph?about=Edith")).json;
    expect(graph.edges).toMatchObject([{ relation: "is the aunt of", target_id: "entity:egon" }]);
    expect((await call("POST", path, { from: "Egon", relation: "is", to: "EGON" })).json.reason).toMatch(
      /two different names/,
    );
    expect((await call("PATCH", `${path}/${json.id}`, { ended: true })).json.ended_at).not.toBeNull();
    expect((await call("GET", `${path}?about=egon`)).json.items).toEqual([]);
    expect((await call("GET", `${path}?about=egon&history=true`)).json.items.length).toBe(1);
    expect((await call("GET", "/memory/export")).text).toContain("is the aunt of");
    expect((await call("DELETE", `${path}/${json.id}`)).status).toBe(204);
    expect((await call("GET", `${path}/${json.id}`)).status).toBe(404);
  });

  test("facts answer what was true and what was believed at a time", async () => {
    await call("POST", "/memory/facts", {
      entity: "Dora",
      attribute: "city",
      value: "Graz",
      valid_from: "2026-01-10",
    });
    const second = await call("POST", "/memory/facts", {
      entity: "Dora",
      attribute: "city",
      value: "Linz",
      valid_from: "2026-06-01",
    });
    expect(second.json.superseded.length).toBe(1);
    const values = async (query: string) =>
      (await call("GET", `/memory/facts?entity=Dora${query}`)).json.items.map(
        (fact: { value: string }) => fact.value,
      );
    expect(await values("")).toEqual(["Linz"]);
    expect(await values("&at=2026-03-15")).toEqual(["Graz"]);
    expect((await values("&history=1")).sort()).toEqual(["Graz", "Linz"]);
  });

  test("commitments, aliases, state, graph and episodes have their routes", async () => {
    const made = await call("POST", "/memory/commitments", {
      what: "repair the gate",
      who: "Emil",
      due_at: "2020-01-01",
    });
    expect(made.json).toMatchObject({ status: "open", overdue: true });
    const done = await call("PATCH", `/memory/commitments/${made.json.id}`, { status: "done", due_at: null });
    expect(done.json).toMatchObject({ status: "done", overdue: false, due_at: null });
    await call("POST", "/memory/aliases", { alias: "Em", entity: "Emil" });
    expect((await call("GET", "/memory/aliases")).json.items).toContainEqual({
      alias: "Em",
      entity: "Emil",
      trust: "trusted",
    });
    expect((await call("DELETE", "/memory/aliases/em")).status).toBe(204);
    await call("PUT", "/memory/state/mood", { value: "calm" });
    expect((await call("GET", "/memory/state")).json.items).toMatchObject([{ key: "mood", value: "calm" }]);
    await call("POST", "/memory/items", { content: "Emil builds a harpsichord", about: "Emil" });
    const graph = (await call("GET", "/memory/graph?about=Emil")).json;
    expect(graph.nodes.map((node: { label: string }) => node.label)).toContain("Emil builds a harpsichord");
    expect((await call("GET", "/memory/episodes")).json).toEqual({ items: [], next_cursor: null });
  });

  test("everything about somebody is counted first and then forgotten, and the export no longer holds it", async () => {
    await call("POST", "/memory/items", { content: "Fritz sails a yellow dinghy", about: "Fritz" });
    await call("POST", "/memory/facts", { entity: "Fritz", attribute: "boat", value: "dinghy" });
    const dry = (await call("POST", "/memory/forget", { about: "Fritz", dry_run: true })).json;
    expect(dry).toMatchObject({ dry_run: true, forgotten: { memories: 1, facts: 1 } });
    expect((await call("GET", "/memory/export")).text).toContain("dinghy");
    await call("POST", "/memory/forget", { about: "Fritz" });
    expect((await call("GET", "/memory/export")).text).not.toContain("dinghy");
  });

  test("deep memory streams its progress and then the result", async () => {
    await call("POST", "/memory/items", { content: "Greta grows tea roses" });
    const { text } = await call("POST", "/memory/deep", { query: "what does Greta grow", stream: true });
    const events = [...text.matchAll(/^event: (\w+)$/gm)].map((match) => match[1]);
    expect(events).toEqual(["progress", "progress", "progress", "result"]);
    expect(text).toContain("tea roses");
  });

  test.each([
    ["GET", "/memory/search", undefined, "q"],
    ["GET", "/memory/search?q=a&k=9999", undefined, "k"],
    ["POST", "/memory/index", { items: [] }, "items"],
    ["POST", "/memory/index", { items: [{ id: "x", text: "t", date: "someday" }] }, "someday"],
    ["POST", "/memory/facts", { entity: "A", attribute: "b", value: "c", valid_from: "soon" }, "soon"],
    ["POST", "/memory/items", { content: "hello there you", scope: "planet" }, "scope"],
    ["POST", "/memory/items", { content: "!!" }, "too short"],
    ["POST", "/memory/forget", { about: "x" }, "about"],
    ["GET", "/memory/graph", undefined, "about"],
  ])("%s %s is refused with what is wrong", async (method, path, body, word) => {
    const answer = await call(method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ error: "malformed_request", reason: expect.stringContaining(word) });
  });

  test("nobody gets in without signing in, and what is not there is not found", async () => {
    expect((await call("GET", "/memory/search?q=a", undefined, "wrong-token-wrong-token")).status).toBe(401);
    expect((await call("GET", "/memory/items/mem_nothing")).status).toBe(404);
    expect((await call("DELETE", "/memory/facts/mem_nothing")).status).toBe(404);
    expect((await call("PATCH", "/memory/commitments/cmt_nothing", { status: "done" })).status).toBe(404);
  });
});

test("what a search finds tells where it comes from", async () => {
  const note = { content: "The lighthouse keeper is called Ines", tags: ["people"] };
  const { id } = (await call("POST", "/memory/items", note)).json;
  await DB.prepare("UPDATE memories SET conversation_id = 'cnv_l', message_id = 'msg_l' WHERE id = ?")
    .bind(id)
    .run();
  const { items } = (await call("GET", "/memory/search?q=lighthouse+keeper&kind=memory")).json;
  expect(items).toMatchObject([{ id, ...note, conversation_id: "cnv_l", message_id: "msg_l" }]);
});

describe("the list of conversations", () => {
  const listed = async (q: string) =>
    (await call("GET", `/conversations?q=${encodeURIComponent(q)}`)).json.items.map(
      ({ title }: { title: string }) => title,
    );

  test("is searched by title and by what was said, of one's own alone", async () => {
    const open = async (title: string) => (await call("POST", "/conversations", { title })).json.id;
    const said = async (conversation: string, text: string) =>
      call("POST", "/memory/index", { conversation, items: [{ id: `${conversation}-1`, text }] });
    const [boats, birds] = [await open("About boats"), await open("About birds")];
    await said(boats, "The mooring costs forty krona; 船は港にある");
    await said(birds, "A kingfisher sat on the mooring post");
    await said("cnv_of_somebody_else", "The mooring is free");
    await DB.prepare("UPDATE chunks SET owner = 'other' WHERE source = 'cnv_of_somebody_else'").run();
    expect((await listed("mooring")).sort()).toEqual(["About birds", "About boats"]);
    expect(await listed("mooring kron")).toEqual(["About boats"]);
    expect(await listed("moorings KINGFISHERS")).toEqual(["About birds"]);
    expect(await listed("船は")).toEqual(["About boats"]);
    expect(await listed("about b")).toEqual(expect.arrayContaining(["About birds", "About boats"]));
    for (const hostile of ['"', "* OR 1", "NEAR(a b)", "body:x ^", "%", "🪿"]) await listed(hostile);
  });
});

describe("files over HTTP", () => {
  test("of the workspace and uploads are found by their words soon after they were written", async () => {
    expect(
      (await call("PUT", "/workspace/notes/hoopoe.md", { bird: "A hoopoe nests in the wall." })).status,
    ).toBe(201);
    const upload = (await call("POST", "/files?name=birds.json", { bird: "A hoopoe was ringed in Turku." }))
      .json;
    const found = async () => (await call("GET", "/memory/search?q=hoopoe&kind=file")).json.items;
    await expect.poll(async () => (await found()).length).toBe(2);
    const items: { path: string }[] = await found();
    expect(items.sort((a, b) => a.path.localeCompare(b.path))).toMatchObject([
      { path: "birds.json", file_id: upload.id, url: upload.url, lines: { start: 1, end: 1 } },
      { path: "notes/hoopoe.md", source: "notes/hoopoe.md", lines: { start: 1, end: 1 } },
    ]);
  });
});

describe("jobs over HTTP", () => {
  test("are listed, read, and tried again when they have failed", async () => {
    const now = Date.now();
    await DB.prepare(
      "INSERT INTO jobs (id, kind, owner, status, run_after, created_at, updated_at, attempts) VALUES ('job_http1', 'memory.expire', 'admin', 'failed', ?1, ?1, ?1, 3)",
    )
      .bind(now)
      .run();
    const listed = (await call("GET", "/jobs?status=failed")).json;
    expect(listed.items).toMatchObject([{ id: "job_http1", kind: "memory.expire", attempts: 3 }]);
    expect((await call("POST", "/jobs/job_http1/retry")).status).toBe(202);
    expect((await call("GET", "/jobs/job_unknown")).status).toBe(404);
    await expect.poll(async () => (await call("GET", "/jobs/job_http1")).json.status).toBe("completed");
    expect(await call("POST", "/jobs/job_http1/retry")).toMatchObject({
      status: 409,
      json: { error: "conflict" },
    });
  });
});
