import { beforeAll, describe, expect, test } from "vitest";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

interface Session {
  session_id: string;
  session_status: string;
  message_count: number;
  message_limit: number;
  agents_available: string[];
  agents_muted: string[];
  [field: string]: unknown;
}

const AGENT = { instructions: "Be here.", models: ["openai/told"], audience: [] };
const SMALL = { messages: 3, last_call_before: 1, message_chars: 300, visits_per_day: 2, people: 2 };

beforeAll(async () => {
  for (const [slug, name] of [
    ["keep", "Keep"],
    ["regular", "Regular"],
  ] as const)
    await callApi("POST", "/agents", { slug, name, ...AGENT });
  const room = { cast: ["keep", "regular"], host: "keep", router_model: "openai/told", limits: SMALL };
  await callApi("POST", "/rooms", { slug: "tavern", name: "Tavern", ...room });
  await callApi("POST", "/rooms", { slug: "hall", name: "Hall", ...room, is_shared: true });
});

const come = (who: Somebody, room = "tavern") => who.ask("POST", `/rooms/${room}/session/start`, {});
async function session(who: Somebody, room?: string): Promise<Session> {
  return (await come(who, room)).json() as Promise<Session>;
}
const say = (who: Somebody, session_id: string, content: string, more: object = {}, room = "tavern") =>
  who.ask("POST", `/rooms/${room}/message`, { session_id, content, ...more });
const status = async (who: Somebody, id: string, room = "tavern") =>
  (await who.ask("GET", `/rooms/${room}/session/${id}/status`)).json() as Promise<Session>;
const leave = (who: Somebody, session_id: string, room = "tavern") =>
  who.ask("POST", `/rooms/${room}/session/end`, { session_id });

async function refused(response: Response): Promise<[number, string, string]> {
  const { error, reason } = (await response.json()) as { error: string; reason: string };
  return [response.status, error, reason];
}

describe("a session", () => {
  test("begins with the host's word, is answered, looked at and ended, by the contract's fields", async () => {
    const ann = await somebody("member", { name: "Ann" });
    const response = await come(ann);
    expect(response.status).toBe(201);
    const begun = (await response.json()) as Session;
    const around = { agents_available: ["keep", "regular"], agents_muted: [], message_limit: 3 };
    expect(begun).toEqual({
      session_id: expect.stringMatching(/^cnv_/),
      room: "tavern",
      host: "keep",
      agent: "keep",
      message: "Come in. What brings you here?",
      timestamp: begun["started_at"],
      started_at: expect.stringMatching(/Z$/),
      ended_at: null,
      session_status: "active",
      message_count: 0,
      ...around,
      is_last_call: false,
      muted_until: {},
      warns_at: expect.stringMatching(/Z$/),
      closes_at: expect.stringMatching(/Z$/),
      weather: null,
      left: [],
    });
    const id = begun.session_id;
    const said = await say(ann, id, tell({ text: ["Evening, Ann."] }), { selected_agent: "regular" });
    expect([said.status, await said.json()]).toEqual([
      200,
      {
        agent: expect.stringMatching(/^(keep|regular)$/),
        message: "Evening, Ann.",
        timestamp: expect.stringMatching(/Z$/),
        ...around,
        session_status: "active",
        message_count: 1,
      },
    ]);
    expect(await status(ann, id)).toMatchObject({
      session_id: id,
      message_count: 1,
      session_status: "active",
    });
    const messages = (await (await ann.ask("GET", `/conversations/${id}/messages`)).json()) as {
      items: { role: string; parts: { text?: string }[] }[];
    };
    expect(messages.items.map(({ parts }) => parts[0]?.text)).toContain("Come in. What brings you here?");
    for (const _ of [1, 2])
      expect(await (await leave(ann, id)).json()).toMatchObject({
        session_id: id,
        session_status: "ended",
        agents_available: [],
      });
    expect(await refused(await say(ann, id, "Wait!"))).toEqual([
      409,
      "conflict",
      "This visit has ended. Start a new one to come back in.",
    ]);
  });

  test("is the same for two devices of one person, until it is over", async () => {
    const ann = await somebody("member");
    const [one, two] = await Promise.all([session(ann), session(ann)]);
    expect(one.session_id).toBe(two.session_id);
    const again = await come(ann);
    expect([again.status, ((await again.json()) as Session).session_id]).toEqual([200, one.session_id]);
    const chat = await ann.ask("POST", "/chat", { message: tell({ text: ["Hi."] }), room: "tavern" });
    expect(await chat.json()).toMatchObject({ conversation_id: one.session_id, reply: "Hi." });
    await leave(ann, one.session_id);
    expect((await session(ann)).session_id).not.toBe(one.session_id);
  });

  test("ends at its limit, and begins no more often than it may in a day", async () => {
    const ann = await somebody("member");
    const { session_id } = await session(ann);
    for (let count = 1; count <= 3; count++) {
      const answer = await say(ann, session_id, tell({ text: ["Yes."] }));
      const session_status = count < 3 ? "active" : "ended";
      expect(await answer.json()).toMatchObject({ message_count: count, session_status });
    }
    expect((await refused(await say(ann, session_id, "More?"))).slice(0, 2)).toEqual([409, "conflict"]);
    await leave(ann, session_id);
    await leave(ann, (await session(ann)).session_id);
    const third = await come(ann);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await refused(third)).toEqual([429, "rate_limited", expect.stringContaining("2 times today")]);
  });
});

describe("is refused", () => {
  test.each([
    ["nothing", { content: " \n" }, "content: say something."],
    ["too much", { content: "x".repeat(301) }, "at most 300 characters"],
    ["to nobody who is there", { content: "Hi.", selected_agent: "scholar" }, 'no "scholar" in this room'],
  ])("what says %s, by 422", async (_, body, reason) => {
    const ann = await somebody("member");
    const { session_id } = await session(ann);
    const response = await ann.ask("POST", "/rooms/tavern/message", { session_id, ...body });
    expect(await refused(response)).toEqual([422, "malformed_request", expect.stringContaining(reason)]);
    expect(await status(ann, session_id)).toMatchObject({ message_count: 0 });
  });

  test("a room that there is not, and a session of somebody else or of another room, by 404", async () => {
    const [ann, ben] = [await somebody("member"), await somebody("member")];
    const { session_id } = await session(ann);
    const own = await (await ann.ask("POST", "/conversations", {})).json();
    const conversation = (own as { id: string }).id;
    for (const response of [
      await come(ann, "attic"),
      await say(ben, session_id, "Hi."),
      await say(ann, session_id, "Hi.", {}, "hall"),
      await say(ann, conversation, "Hi."),
      await say(ann, "cnv_1m84gprp205tfxk5q2rz", "Hi."),
      await ben.ask("GET", `/rooms/tavern/session/${session_id}/status`),
      await leave(ben, session_id),
    ])
      expect((await refused(response)).slice(0, 2)).toEqual([404, "resource_not_found"]);
  });

  test("somebody whom the room is not open to, as if it were not there", async () => {
    const guest = await somebody("guest");
    expect(await refused(await come(guest))).toEqual([
      404,
      "resource_not_found",
      expect.stringContaining('no room "tavern"'),
    ]);
    await callApi("PATCH", "/rooms/tavern", { audience: "everyone" });
    const { session_id } = await session(guest);
    expect((await say(guest, session_id, tell({ text: ["Welcome."] }))).status).toBe(200);
    await callApi("PATCH", "/rooms/tavern", { audience: "people" });
  });

  test("whoever comes when it is closed, by 409", async () => {
    const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
    const yesterday = days[(new Date().getUTCDay() + 5) % 7];
    const opening_hours = { time_zone: "UTC", spans: [{ days: [yesterday], from: "00:00", to: "00:01" }] };
    await callApi("PATCH", "/rooms/tavern", { opening_hours });
    const response = await come(await somebody("member"));
    await callApi("PATCH", "/rooms/tavern", { opening_hours: null });
    expect(await refused(response)).toEqual([
      409,
      "conflict",
      expect.stringMatching(/Tavern is closed. It opens on/),
    ]);
  });
});

describe("a room that is shared", () => {
  test("has its people in one session, each of them heard by name, as long as there are seats", async () => {
    const [ann, ben, eve] = [
      await somebody("member", { name: "Ann" }),
      await somebody("member", { name: "Ben" }),
      await somebody("member"),
    ];
    const { session_id } = await session(ann, "hall");
    expect((await session(ben, "hall")).session_id).toBe(session_id);
    await say(ben, session_id, tell({ text: ["Hello, both."] }), {}, "hall");
    expect(await status(ann, session_id, "hall")).toMatchObject({ message_count: 1 });
    const { items } = (await (await ann.ask("GET", `/conversations/${session_id}/messages`)).json()) as {
      items: { role: string; author?: string }[];
    };
    expect(items.find(({ role }) => role === "user")).toMatchObject({ author: "Ben" });
    expect((await session(eve, "hall")).session_id).not.toBe(session_id);
    for (const _ of [1, 2])
      expect(await (await leave(ben, session_id, "hall")).json()).toMatchObject({
        session_status: "ended",
        agents_available: [],
        left: [ben.id],
      });
    expect(await status(ann, session_id, "hall")).toMatchObject({ session_status: "active" });
    expect(await status(ben, session_id, "hall")).toMatchObject({ session_status: "ended" });
    expect((await ben.ask("GET", `/conversations/${session_id}/messages`)).status).toBe(404);
    expect((await refused(await say(ben, session_id, "Wait!", {}, "hall"))).slice(0, 2)).toEqual([
      409,
      "conflict",
    ]);
    expect((await session(ben, "hall")).session_id).toBe(session_id);
    await leave(ann, session_id, "hall");
    expect((await say(ben, session_id, tell({ text: ["And you?"] }), {}, "hall")).status).toBe(200);
    await leave(ben, session_id, "hall");
    expect(await status(ann, session_id, "hall")).toMatchObject({ session_status: "ended" });
  });
});

test("whoever keeps a room sees who came and why who answered, and nobody else does", async () => {
  const ann = await somebody("member", { name: "Ann" });
  const { session_id } = await session(ann);
  await say(ann, session_id, tell({ text: ["Hi."] }));
  const { items } = await callApi<{ items: Record<string, unknown>[] }>("GET", "/rooms/tavern/visits");
  expect(items.find(({ id }) => id === session_id)).toMatchObject({
    owner: ann.id,
    name: "Ann",
    status: "active",
  });
  const decisions = await callApi<{ items: object[] }>("GET", `/rooms/tavern/visits/${session_id}/decisions`);
  expect(decisions.items).toEqual([
    {
      turn_id: expect.any(String),
      agent: expect.any(String),
      by: expect.any(String),
      reason: expect.any(String),
      mute: null,
      at: expect.stringMatching(/Z$/),
    },
  ]);
  expect((await ann.ask("GET", "/rooms/tavern/visits")).status).toBe(403);
  expect((await ann.ask("GET", `/rooms/tavern/visits/${session_id}/decisions`)).status).toBe(403);
});
