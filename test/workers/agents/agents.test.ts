import { env, exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { callApi, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";

interface Agent {
  slug: string;
  version: number;
  [field: string]: unknown;
}

const KEEPER = { name: "Keeper", instructions: "Be calm.\nKeep things." };

let made = 0;
async function anAgent(more: object = {}): Promise<Agent> {
  return callApi<Agent>("POST", "/agents", { slug: `keeper-${made++}`, ...KEEPER, ...more });
}

async function refused(response: Response): Promise<[number, string]> {
  const { reason } = (await response.json()) as { reason: string };
  return [response.status, reason];
}

/** Not JSON, or with headers of one's own. */
function send(method: string, path: string, headers: Record<string, string>, body?: string) {
  const authorization = "Bearer test-admin-token-0123456789";
  const worker = (exports as unknown as { default: Fetcher }).default;
  const init = { method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) };
  return worker.fetch(`http://nightjar.test/api/v1${path}`, init);
}

describe("the agents that come with Nightjar", () => {
  test("are there from the start, and stay as they were edited", async () => {
    const { items } = await callApi<{ items: Agent[] }>("GET", "/agents");
    expect(items.map(({ slug }) => slug)).toEqual(expect.arrayContaining(["nightjar", "scholar"]));
    await callApi("PATCH", "/agents/scholar", { role: "Reads." });
    // As on the next start: what was loaded once is not loaded again.
    expect(await callApi("GET", "/agents")).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ slug: "scholar", role: "Reads.", version: 2 }),
      ]),
    });
    expect(await callApi("GET", "/agents/scholar/versions")).toMatchObject({
      items: [
        { version: 2, change: "edited", by: "admin", changed: ["role"] },
        { version: 1, change: "loaded", by: null, changed: [] },
      ],
      next_cursor: null,
    });
  });
});

describe("an agent", () => {
  test("is shown with all that may be set of it, and taken back as it was shown", async () => {
    const agent = await anAgent({
      models_by_source: { system: ["openai/told"] },
      limits: { spend_per_day_usd: 1 },
    });
    expect(agent).toEqual({
      ...KEEPER,
      slug: agent.slug,
      role: "",
      models: [],
      models_by_source: { system: ["openai/told"] },
      fast_model: null,
      temperature: null,
      tools: {},
      skills: [],
      compaction_prompt: "",
      memory: "owner",
      recall_style: "structured",
      default_mode: "agent",
      search_hosts: [],
      search_blocked_hosts: [],
      voice: null,
      limits: { max_steps: 50, max_output_tokens: 8192, spend_per_day_usd: 1 },
      context: {
        full: ["SOUL.md", "AGENTS.md", "MEMORY.md"],
        operational: ["SOUL.md", "AGENTS.md", "HEARTBEAT.md"],
      },
      context_tiers: {},
      keywords: [],
      owner: null,
      audience: "people",
      conductor: false,
      picture: null,
      color: null,
      version: 1,
    });
    // What is the same makes no version.
    expect(await callApi("PUT", `/agents/${agent.slug}`, agent)).toEqual(agent);
  });

  test("is refused with a field that there is none of, by its name", async () => {
    const { slug } = await anAgent();
    for (const [method, path, body] of [
      ["POST", "/agents", { slug: "other", ...KEEPER, colour: "red" }],
      ["PUT", `/agents/${slug}`, { ...KEEPER, colour: "red" }],
      ["PATCH", `/agents/${slug}`, { colour: "red" }],
      ["PATCH", `/agents/${slug}`, { limits: { colour: 1 } }],
    ] as const)
      expect(await refused(await request(method, path, body))).toEqual([
        400,
        expect.stringContaining('"colour"'),
      ]);
  });

  test("keeps its slug", async () => {
    const { slug } = await anAgent();
    const [status] = await refused(await request("PATCH", `/agents/${slug}`, { slug: "another" }));
    expect(status).toBe(400);
  });

  test("is changed by one of two who change the same version", async () => {
    const { slug } = await anAgent();
    await callApi("PATCH", `/agents/${slug}`, { name: "First", version: 1 });
    for (const response of [
      await request("PATCH", `/agents/${slug}`, { name: "Second", version: 1 }),
      await request("PUT", `/agents/${slug}`, { ...KEEPER, version: 1 }),
      await send("PATCH", `/agents/${slug}`, { "if-match": '"1"' }, '{"name":"Third"}'),
      await send("DELETE", `/agents/${slug}`, { "if-match": '"1"' }),
    ])
      expect(await refused(response)).toEqual([409, expect.stringContaining("version 2")]);
    expect((await send("PATCH", `/agents/${slug}`, { "if-match": '"2"' }, '{"name":"Third"}')).status).toBe(
      200,
    );
    const races = ["a", "b", "c"].map((name) => request("PATCH", `/agents/${slug}`, { name }));
    const statuses = (await Promise.all(races)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    const { items } = await callApi<{ items: Agent[] }>("GET", `/agents/${slug}/versions`);
    const { version } = await callApi<Agent>("GET", `/agents/${slug}`);
    expect(items.map((each) => each.version)).toEqual(Array.from({ length: version }, (_, n) => version - n));
  });

  test("is brought back as it was, by a version of its own", async () => {
    const { slug } = await anAgent();
    await callApi("PATCH", `/agents/${slug}`, { instructions: "Be calm.\nSleep.", color: "#aabbcc" });
    expect(await callApi("GET", `/agents/${slug}/versions/2`)).toMatchObject({
      version: 2,
      against: 1,
      fields: { color: "#aabbcc" },
      changes: [
        { field: "color", before: null, after: "#aabbcc" },
        {
          field: "instructions",
          lines: [
            { op: "same", text: "Be calm." },
            { op: "removed", text: "Keep things." },
            { op: "added", text: "Sleep." },
          ],
        },
      ],
    });
    expect(await callApi("POST", `/agents/${slug}/restore`, { version: 1 })).toMatchObject({
      ...KEEPER,
      color: null,
      version: 3,
    });
    expect(await callApi("GET", `/agents/${slug}/versions/3?against=1`)).toMatchObject({
      change: "restored",
      restored_from: 1,
      against: 1,
      changes: [],
    });
    expect((await request("POST", `/agents/${slug}/restore`, { version: 9 })).status).toBe(404);
    expect(await callApi("GET", `/agents/${slug}/versions?limit=2`)).toMatchObject({
      items: [{ version: 3 }, { version: 2 }],
      next_cursor: "2",
    });
    expect(await callApi("GET", `/agents/${slug}/versions?limit=2&cursor=2`)).toMatchObject({
      items: [{ version: 1, change: "created" }],
      next_cursor: null,
    });
  });

  test("that is removed leaves no version to whoever takes its name", async () => {
    const { slug } = await anAgent();
    await callApi("PATCH", `/agents/${slug}`, { name: "Gone" });
    await callApi("DELETE", `/agents/${slug}`);
    expect((await request("GET", `/agents/${slug}/versions`)).status).toBe(404);
    await callApi("POST", "/agents", { slug, ...KEEPER });
    expect(await callApi("GET", `/agents/${slug}/versions`)).toMatchObject({ items: [{ version: 1 }] });
  });
});

describe("an agent's file", () => {
  test("is given for its slug with .md and to who accepts Markdown, and makes the agent elsewhere", async () => {
    const agent = await anAgent({ temperature: 0.4, keywords: ["Gate"] });
    const file = await send("GET", `/agents/${agent.slug}.md`, {});
    const text = await file.text();
    expect(file.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await (await send("GET", `/agents/${agent.slug}`, { accept: "text/markdown" })).text()).toBe(text);
    const markdown = { "content-type": "text/markdown" };
    const copy = await send("POST", "/agents/import?slug=copy", markdown, text);
    expect([copy.status, await copy.json()]).toEqual([201, { ...agent, slug: "copy" }]);
    const again = await send("POST", "/agents/import?slug=copy", markdown, text);
    expect((await refused(again))[0]).toBe(409);
    const edited = text.replace("Be calm.", "Be quick.");
    const replaced = await send("POST", "/agents/import?slug=copy&replace=true", markdown, edited);
    expect([replaced.status, await replaced.json()]).toMatchObject([200, { version: 2 }]);
    const wrong = await send("POST", "/agents/import", markdown, "---\nname: A\ncolour: red\n---\n");
    expect(await refused(wrong)).toEqual([400, expect.stringContaining('"colour"')]);
  });
});

describe("an agent's picture", () => {
  const PNG = Uint8Array.of(137, 80, 78, 71);
  const { BUCKET } = env as unknown as { BUCKET: R2Bucket };
  const picturesOf = async (slug: string) =>
    (await BUCKET.list({ prefix: `files/agent%3A${slug}/` })).objects;

  test("is a copy of what was uploaded, for everybody who meets the agent", async () => {
    const ann = await somebody("member");
    const upload = async (type: string) => {
      const response = await send("POST", "/files?name=face", { "content-type": type }, String(PNG));
      return ((await response.json()) as { id: string }).id;
    };
    const { slug } = await anAgent({ picture: await upload("image/png") });
    const seen = await ann.ask("GET", `/agents/${slug}/picture`);
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
    const noImage = await request("PATCH", `/agents/${slug}`, { picture: await upload("text/html") });
    expect(await refused(noImage)).toEqual([400, expect.stringContaining("image")]);
    const taken = { slug, ...KEEPER, picture: await upload("image/png") };
    expect((await request("POST", "/agents", taken)).status).toBe(409);
    expect(await picturesOf(slug)).toHaveLength(1);
    await callApi("DELETE", `/agents/${slug}`);
    expect(await picturesOf(slug)).toEqual([]);
  });
});

describe("a member", () => {
  test("makes agents of their own, which nobody else sees but the operator", async () => {
    const [ann, ben] = [await somebody("member"), await somebody("member")];
    const slug = `anns-${made++}`;
    const response = await ann.ask("POST", "/agents", { slug, ...KEEPER });
    expect([response.status, await response.json()]).toMatchObject([201, { owner: ann.id, audience: [] }]);
    expect((await ann.ask("PATCH", `/agents/${slug}`, { name: "Mine" })).status).toBe(200);
    expect(await callApi("GET", `/agents/${slug}`)).toMatchObject({ name: "Mine" });
    for (const [method, path] of [
      ["GET", `/agents/${slug}`],
      ["PATCH", `/agents/${slug}`],
      ["DELETE", `/agents/${slug}`],
      ["GET", `/agents/${slug}/versions`],
      ["GET", `/agents/${slug}/picture`],
    ] as const)
      expect((await ben.ask(method, path, method === "PATCH" ? {} : undefined)).status, path).toBe(404);
    const { items } = (await (await ben.ask("GET", "/agents")).json()) as { items: Agent[] };
    expect(items.map((agent) => agent.slug)).not.toContain(slug);
    expect((await ann.ask("DELETE", `/agents/${slug}`)).status).toBe(204);
  });

  test("changes no agent that is everybody's, and sees who it is and not how it works", async () => {
    const ann = await somebody("member");
    const { slug } = await anAgent();
    const card = await (await ann.ask("GET", `/agents/${slug}`)).json();
    expect(card).toEqual({ slug, name: "Keeper", role: "", models: [], picture: null, color: null });
    for (const [method, path, body] of [
      ["PATCH", `/agents/${slug}`, { name: "Mine" }],
      ["PUT", `/agents/${slug}`, KEEPER],
      ["POST", `/agents/${slug}/restore`, { version: 1 }],
      ["GET", `/agents/${slug}.md`, undefined],
      ["GET", `/agents/${slug}/versions/1`, undefined],
      ["DELETE", `/agents/${slug}`, undefined],
    ] as const)
      expect((await ann.ask(method, path, body)).status, path).toBe(403);
  });

  test("neither opens an agent to others, nor gives it away, nor makes it a conductor", async () => {
    const [ann, ben] = [await somebody("member"), await somebody("member")];
    const slug = `anns-${made++}`;
    await ann.ask("POST", "/agents", { slug, ...KEEPER });
    for (const change of [
      { audience: "people" },
      { audience: "everyone" },
      { audience: [ben.id] },
      { owner: ben.id },
      { owner: ben.id, audience: [] },
      { conductor: true },
    ]) {
      const response = await ann.ask("PATCH", `/agents/${slug}`, change);
      expect(await refused(response), JSON.stringify(change)).toEqual([
        403,
        expect.stringContaining("Only the operator"),
      ]);
    }
    // What the operator opened stays open when its owner edits it.
    await callApi("PATCH", `/agents/${slug}`, { audience: "people" });
    const edited = await ann.ask("PATCH", `/agents/${slug}`, { name: "Ours" });
    expect([edited.status, await edited.json()]).toMatchObject([200, { audience: "people" }]);
    expect((await ben.ask("GET", `/agents/${slug}`)).status).toBe(200);
  });

  test("takes a file of another's agent as their own", async () => {
    const ann = await somebody("member");
    const text = `---\nslug: imported-${made}\nname: A\nowner: psn_other\naudience: everyone\nconductor: true\n---\nBe.`;
    const worker = (exports as unknown as { default: Fetcher }).default;
    const response = await worker.fetch("http://nightjar.test/api/v1/agents/import", {
      method: "POST",
      headers: { cookie: ann.cookie, "content-type": "text/markdown" },
      body: text,
    });
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { owner: ann.id, audience: [], conductor: false },
    ]);
  });
});

test("a guest sees the agents that are for everyone, and makes none", async () => {
  const guest = await somebody("guest");
  const [open, closed] = [await anAgent({ audience: "everyone" }), await anAgent()];
  expect((await guest.ask("GET", `/agents/${open.slug}`)).status).toBe(200);
  expect((await guest.ask("GET", `/agents/${closed.slug}`)).status).toBe(404);
  expect((await guest.ask("POST", "/agents", { slug: "guests", ...KEEPER })).status).toBe(403);
});
