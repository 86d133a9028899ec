import { env, exports } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { callApi, request } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

interface Room {
  slug: string;
  version: number;
  [field: string]: unknown;
}

async function refused(response: Response): Promise<[number, string]> {
  return [response.status, ((await response.json()) as { reason: string }).reason];
}

const read = async (who: Somebody, path: string) => (await who.ask("GET", path)).json() as Promise<Room>;

let made = 0;
/** A member with an agent and a room of their own. */
async function keeper() {
  const ann = await somebody("member");
  const [agent, slug] = [`ann-${made}`, `attic-${made++}`];
  await ann.ask("POST", "/agents", { slug: agent, name: "Ann", instructions: "Be here." });
  const response = await ann.ask("POST", "/rooms", { slug, name: "Attic", cast: [agent], host: agent });
  return { ann, agent, slug, response };
}

describe("the bar", () => {
  test("is there from the start, whole for the operator and as a card for others", async () => {
    const bar = await callApi<Room>("GET", "/rooms/bar");
    expect(bar).toMatchObject({ host: "bart", crisis_agent: "hermes", is_open: true, is_editable: true });
    expect(bar["agents"]).toHaveLength(6);
    const member = await somebody("member");
    const card = await read(member, "/rooms/bar");
    expect(card).toMatchObject({ name: "The Low Lamp", is_editable: false, limits: { messages: 30 } });
    for (const hidden of ["router_prompt", "audience", "crisis", "sayings"])
      expect(card).not.toHaveProperty(hidden);
    expect(await read(member, "/rooms")).toMatchObject({ items: expect.arrayContaining([card]) });
  });

  test("is closed to guests until it is opened to everyone", async () => {
    const guest = await somebody("guest");
    expect(await refused(await guest.ask("GET", "/rooms/bar"))).toEqual([
      404,
      expect.stringContaining("no room"),
    ]);
    await callApi("PATCH", "/rooms/bar", { audience: "everyone" });
    expect((await guest.ask("GET", "/rooms/bar")).status).toBe(200);
    await callApi("PATCH", "/rooms/bar", { audience: "people" });
  });
});

describe("a room of one's own", () => {
  test("is for oneself: others do not see it, and the operator opens it", async () => {
    const { ann, slug, response } = await keeper();
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ slug, owner: ann.id, audience: [], version: 1 });
    const ben = await somebody("member");
    expect((await ben.ask("GET", `/rooms/${slug}`)).status).toBe(404);
    expect(await refused(await ann.ask("PATCH", `/rooms/${slug}`, { audience: "people" }))).toEqual([
      403,
      "Only the operator of this instance may open a room to other people.",
    ]);
    await callApi("PATCH", `/rooms/${slug}`, { audience: "people" });
    expect(await refused(await ben.ask("PATCH", `/rooms/${slug}`, { name: "Mine" }))).toEqual([
      403,
      expect.stringContaining("its owner may change the room"),
    ]);
    expect(await read(ben, `/rooms/${slug}`)).toMatchObject({ is_editable: false });
    // What the operator has opened stays so when its owner changes something else.
    expect((await ann.ask("PATCH", `/rooms/${slug}`, { name: "Loft" })).status).toBe(200);
  });

  test("takes none but agents that its maker may talk to", async () => {
    const { ann, slug } = await keeper();
    await callApi("POST", "/agents", {
      slug: `kept-${slug}`,
      name: "Kept",
      instructions: "No.",
      audience: [],
    });
    for (const stranger of [`kept-${slug}`, "nobody-at-all"])
      expect(
        await refused(await ann.ask("PATCH", `/rooms/${slug}`, { cast: [stranger], host: stranger })),
      ).toEqual([
        400,
        `cast: there is no agent "${stranger}" that you may talk to. GET /api/v1/agents lists them.`,
      ]);
  });

  test("is edited at the version that was read", async () => {
    const { ann, slug } = await keeper();
    await ann.ask("PATCH", `/rooms/${slug}`, { limits: { messages: 9 } });
    const room = await read(ann, `/rooms/${slug}`);
    expect(room).toMatchObject({ version: 2, limits: { messages: 9, message_chars: 500 } });
    expect((await ann.ask("PATCH", `/rooms/${slug}`, { name: "Late", version: 1 })).status).toBe(409);
    expect(await refused(await ann.ask("PATCH", `/rooms/${slug}`, { slug: "other" }))).toEqual([
      400,
      expect.stringContaining("it stays"),
    ]);
    expect((await ann.ask("DELETE", `/rooms/${slug}`)).status).toBe(204);
    expect((await ann.ask("GET", `/rooms/${slug}`)).status).toBe(404);
  });

  test("goes out as a file, and comes back under another name", async () => {
    const { ann, slug } = await keeper();
    const text = await (await ann.ask("GET", `/rooms/${slug}.md`)).text();
    expect(text).toContain(`slug: ${slug}`);
    expect((await (await somebody("member")).ask("GET", "/rooms/bar.md")).status).toBe(403);
  });
});

test.each([
  [
    "a field that there is not",
    { slug: "x1", name: "X", cast: ["bart"], host: "bart", chairs: 4 },
    400,
    'nothing is called "chairs"',
  ],
  [
    "a host who is not in the cast",
    { slug: "x2", name: "X", cast: ["bart"], host: "jb" },
    400,
    'host: "jb" is not in the cast',
  ],
  [
    "a slug that is taken",
    { slug: "bar", name: "X", cast: ["bart"], host: "bart" },
    409,
    'There is a room "bar" already',
  ],
  [
    "a slug that is none",
    { slug: "The Bar", name: "X", cast: ["bart"], host: "bart" },
    400,
    "lower-case letters",
  ],
])("a room with %s is refused", async (_, body, status, reason) => {
  expect(await refused(await request("POST", "/rooms", body))).toEqual([
    status,
    expect.stringContaining(reason),
  ]);
});

test("a guest makes no room", async () => {
  const guest = await somebody("guest");
  const body = { slug: "guests", name: "X", cast: ["bart"], host: "bart" };
  expect((await guest.ask("POST", "/rooms", body)).status).toBe(403);
});

describe("a room's picture and its versions", () => {
  async function upload({ cookie }: Somebody, type: string): Promise<string> {
    const bytes = String(Uint8Array.of(1, 2, 3));
    const headers = { cookie, "content-type": type };
    const url = "http://nightjar.test/api/v1/files?name=attic";
    const worker = (exports as unknown as { default: Fetcher }).default;
    const response = await worker.fetch(url, { method: "POST", headers, body: bytes });
    return ((await response.json()) as { id: string }).id;
  }

  test("it is given what somebody uploaded, which whoever may come in sees", async () => {
    const { ann, slug } = await keeper();
    const look = (picture: string) => ann.ask("PATCH", `/rooms/${slug}`, { look: { picture } });
    expect((await ann.ask("GET", `/rooms/${slug}/picture`)).status).toBe(404);
    expect((await look(await upload(ann, "image/png"))).status).toBe(200);
    const ben = await somebody("member");
    expect((await ben.ask("GET", `/rooms/${slug}/picture`)).status).toBe(404);
    await callApi("PATCH", `/rooms/${slug}`, { audience: "people" });
    const seen = await ben.ask("GET", `/rooms/${slug}/picture`);
    expect([seen.status, seen.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await seen.text()).toBe("1,2,3");
    expect(await refused(await look(await upload(ann, "text/html")))).toEqual([
      400,
      expect.stringContaining("look.picture: the id of an image that you uploaded"),
    ]);
    expect((await look("bar")).status).toBe(200);
    expect((await ben.ask("GET", `/rooms/${slug}/picture`)).status).toBe(404);
  });

  test("of nobody whose slug was taken, or whose room was changed meanwhile, is a picture left behind", async () => {
    const { ann, agent, slug } = await keeper();
    const look = { picture: await upload(ann, "image/png") };
    const again = { slug, name: "Attic", cast: [agent], host: agent, look };
    expect((await ann.ask("POST", "/rooms", again)).status).toBe(409);
    const changes = ["Loft", "Cellar"].map((name) => ann.ask("PATCH", `/rooms/${slug}`, { name, look }));
    const statuses = (await Promise.all(changes)).map(({ status }) => status).toSorted();
    const saved = statuses.filter((status) => status === 200).length;
    expect(statuses.filter((status) => status === 409)).toHaveLength(2 - saved);
    const { BUCKET } = env as unknown as { BUCKET: R2Bucket };
    expect((await BUCKET.list({ prefix: `files/room%3A${slug}/` })).objects).toHaveLength(saved);
  });

  test("each change is a version, told by what is different, and one is brought back", async () => {
    const { ann, slug } = await keeper();
    await ann.ask("PATCH", `/rooms/${slug}`, { name: "Loft", limits: { messages: 12 } });
    const list = (await (await ann.ask("GET", `/rooms/${slug}/versions`)).json()) as { items: object[] };
    expect(list.items).toMatchObject([
      { version: 2, change: "edited", by: ann.id, changed: ["limits.messages", "name"] },
      { version: 1, change: "created", changed: [] },
    ]);
    expect(await read(ann, `/rooms/${slug}/versions/1?against=2`)).toMatchObject({
      against: 2,
      fields: { name: "Attic" },
      changes: [
        { field: "limits.messages", before: 12, after: 30 },
        { field: "name", before: "Loft", after: "Attic" },
      ],
    });
    const restored = await ann.ask("POST", `/rooms/${slug}/restore`, { version: 1 });
    expect(await restored.json()).toMatchObject({ name: "Attic", version: 3, limits: { messages: 30 } });
    const ben = await somebody("member");
    for (const response of [
      await ben.ask("GET", `/rooms/${slug}/versions`),
      await ben.ask("POST", `/rooms/${slug}/restore`, { version: 1 }),
      await ann.ask("POST", `/rooms/${slug}/restore`, { version: 9 }),
    ])
      expect(response.status).toBe(404);
  });
});
