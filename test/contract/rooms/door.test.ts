import { beforeEach, describe, expect, it } from "vitest";
import { type ConversationId, trustId } from "../../../src/domain/ids.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { Room } from "../../../src/domain/room.ts";
import type { RememberedSaying } from "../../../src/domain/visit.ts";
import { ROOM_DEFAULTS } from "../../../src/rooms/defaults.ts";
import { createDoor } from "../../../src/rooms/door.ts";
import type { Visits } from "../../../src/routing/visits.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1VisitStore } from "../../../src/storage/d1/rooms/visits.ts";
import { nodeD1 } from "../../support/node-d1.ts";

const ANN: Principal = { owner: "psn_ann", role: "member", name: "Ann" };
const BEN: Principal = { owner: "psn_ben", role: "member", name: "Ben" };
const GUEST: Principal = { owner: "psn_eve", role: "guest", name: "Eve" };
const HOUR = 3_600_000;
/** A Thursday. */
const EVENING = Date.parse("2026-07-02T21:00Z");

const BAR: Room = {
  ...ROOM_DEFAULTS,
  slug: "bar",
  name: "The Bar",
  cast: ["bart", "hermes"],
  host: "bart",
  crisis_agent: "hermes",
  limits: { ...ROOM_DEFAULTS.limits, visits_per_day: 2, people: 2 },
  weather: { name: "Lisbon", latitude: 38.7, longitude: -9.1 },
  opening_hours: { time_zone: "Europe/Lisbon", spans: [{ days: ["thu"], from: "20:00", to: "04:00" }] },
  version: 1,
};

let now: number;
let room: Room;
let book: D1VisitStore;
let door: Visits;
/** Conversations as their objects know them, with who is in each. */
interface Inside {
  is_open: boolean;
  people: string[];
}
let objects: Map<ConversationId, Inside>;
let agents: string[];
/** When whoever came to others was last in danger. */
let cares: [string, number | undefined][];
beforeEach(() => {
  cares = [];
  [now, room, objects, agents] = [EVENING, BAR, new Map(), ["bart", "hermes"]];
  book = new D1VisitStore(openDatabase(nodeD1() as never));
  door = createDoor({
    now: () => now,
    room: async (slug) => (slug === "bar" ? room : undefined),
    agentName: async (slug) => (agents.includes(slug) ? slug.toUpperCase() : undefined),
    weather: async ({ name }) => ({ place: name, sky: "rain", temperature_c: 14, is_day: false }),
    book,
    isOpen: async (id) => objects.get(id)?.is_open,
    comeIn: async (id, { by: { owner }, seats, crisis_at }) => {
      const people = objects.get(id)?.people ?? [];
      if (!people.includes(owner) && people.length < seats) {
        people.push(owner);
        cares.push([owner, crisis_at]);
      }
      return people.includes(owner);
    },
  });
});

let made = 0;
/** A visit that is begun, and opened. */
async function begun(by: Principal, more: { id?: ConversationId; is_in_thread?: boolean } = {}) {
  const id = trustId<"cnv">(`cnv_${made++}`);
  const result = await door.begin({ id, room: "bar", owner: by.owner, by, is_in_thread: false, ...more });
  if (result.ok) objects.set(result.value.id, { is_open: true, people: [by.owner] });
  return result;
}
const at = async (by: Principal) => {
  const found = await door.at("bar", by);
  return found.ok ? found.value : found.failure.error;
};
const refusal = async (by: Principal) => {
  const result = await begun(by);
  return result.ok ? result : { ...result.failure };
};
async function idOf(by: Principal, more = {}): Promise<ConversationId> {
  const result = await begun(by, more);
  if (!result.ok) throw new Error(result.failure.reason);
  return result.value.id;
}
const over = (id: ConversationId) => objects.set(id, { is_open: false, people: [] });

describe("at the door", () => {
  it("a visit is given the rules of the room and the weather", async () => {
    expect(await begun(ANN)).toMatchObject({
      ok: true,
      value: {
        visit: {
          room: BAR,
          names: { bart: "BART", hermes: "HERMES" },
          weather: { sky: "rain" },
          remembered: [],
          crisis: {},
        },
      },
    });
  });

  it("somebody who is in finds their visit again, on whatever device", async () => {
    expect(await at(ANN)).toBeUndefined();
    const id = await idOf(ANN);
    expect([await at(ANN), await at(BEN)]).toEqual([id, undefined]);
  });

  it("two who knock at once for the same person come into one visit", async () => {
    const [one, two] = await Promise.all([begun(ANN), begun(ANN)]);
    expect(one.ok && one.value.id).toBe(two.ok && two.value.id);
  });

  it("one that was begun and never opened is taken up by the next", async () => {
    const id = await idOf(ANN);
    objects.clear();
    expect([await at(ANN), await idOf(ANN)]).toEqual([undefined, id]);
  });

  it("what has closed meanwhile makes place for another", async () => {
    const id = await idOf(ANN);
    over(id);
    expect(await at(ANN)).toBeUndefined();
    expect(await idOf(ANN)).not.toBe(id);
  });

  it("the visit of a thread is that thread's alone", async () => {
    const ofThread = await idOf(ANN, { is_in_thread: true });
    expect(await at(ANN)).toBeUndefined();
    const own = await idOf(ANN);
    expect(own).not.toBe(ofThread);
    expect(await at(ANN)).toBe(own);
  });

  it("agents that are gone are not in it; without its host nobody comes in", async () => {
    agents = ["bart"];
    expect(await begun(ANN)).toMatchObject({
      value: { visit: { room: { cast: ["bart"], crisis_agent: null } } },
    });
    agents = ["hermes"];
    expect(await refusal(BEN)).toMatchObject({ error: "conflict", reason: expect.stringContaining("host") });
  });

  it("the keeper of a room pays for it", async () => {
    room = { ...BAR, owner: "psn_kim" };
    expect(await begun(ANN)).toMatchObject({ value: { payer: "psn_kim" } });
  });
});

describe("nobody comes in", () => {
  it("whom the room is not open to: to them it is not there", async () => {
    const told = { error: "resource_not_found", reason: expect.stringContaining('no room "bar"') };
    expect(await refusal(GUEST)).toMatchObject(told);
    expect(await door.at("bar", GUEST)).toMatchObject({ failure: told });
    expect(await door.check("bar", GUEST)).toMatchObject({ failure: told });
    room = { ...BAR, audience: "everyone" };
    expect((await begun(GUEST)).ok).toBe(true);
  });

  it("where there is no room", async () => {
    expect(await door.at("attic", ANN)).toMatchObject({ failure: { error: "resource_not_found" } });
    expect(await door.check("attic", ANN)).toMatchObject({ failure: { error: "resource_not_found" } });
  });

  it("when it is closed, and is told when it opens", async () => {
    now = EVENING + 8 * HOUR;
    expect(await refusal(ANN)).toEqual({
      error: "conflict",
      reason: "The Bar is closed. It opens on 2026-07-09 at 20:00 (Europe/Lisbon).",
      retry_after_s: ((6 * 24 + 14) * HOUR) / 1_000,
    });
  });

  it("more often than one may in a day of UTC, counting those that go on", async () => {
    room = { ...BAR, opening_hours: null };
    for (let count = 0; count < 2; count++) {
      over(await idOf(ANN));
      await at(ANN);
    }
    const id = trustId<"cnv">("cnv_third");
    expect(await refusal(ANN)).toMatchObject({ error: "rate_limited", retry_after_s: 3 * 3_600 });
    expect((await begun(BEN)).ok).toBe(true);
    now += 3 * HOUR;
    expect(await idOf(ANN, { id })).toBe(id);
  });

  it("is counted twice for the same visit", async () => {
    const id = await idOf(ANN, { is_in_thread: true });
    for (let count = 0; count < 3; count++) expect(await idOf(ANN, { id, is_in_thread: true })).toBe(id);
    expect((await begun(ANN)).ok).toBe(true);
  });
});

describe("a room that is shared", () => {
  beforeEach(() => {
    room = { ...BAR, is_shared: true };
  });

  it("has its people in one visit, as long as there are seats", async () => {
    const id = await idOf(ANN);
    expect([await at(BEN), await at(ANN), await at(BEN)]).toEqual([id, id, id]);
    expect(objects.get(id)?.people).toEqual(["psn_ann", "psn_ben"]);
    expect(await at({ ...BEN, owner: "psn_kim" })).toBeUndefined();
  });

  it("counts as a visit of whoever comes to others, once, and lets nobody in oftener than they may", async () => {
    room = { ...room, limits: { ...room.limits, people: 9 } };
    const first = await idOf(ANN);
    expect([await at(BEN), await at(BEN)]).toEqual([first, first]);
    over(first);
    await at(ANN);
    const second = await idOf(ANN);
    expect(await at(BEN)).toBe(second);
    over(second);
    const third = await idOf({ ...ANN, owner: "psn_kim" });
    expect(await at(BEN)).toBeUndefined();
    expect(await refusal(BEN)).toMatchObject({ error: "rate_limited" });
    expect(await at(GUEST)).toBe("resource_not_found");
    expect(objects.get(third)?.people).toEqual(["psn_kim"]);
  });

  it("lets whoever has gone from it come back into it, as long as it goes on", async () => {
    const id = await idOf(ANN);
    await at(BEN);
    objects.set(id, { is_open: true, people: ["psn_ann"] });
    expect(await at(BEN)).toBe(id);
    expect(await book.count("bar", "psn_ben", now - HOUR)).toBe(1);
  });

  it("takes nobody else in when it is closed, though its visit goes on", async () => {
    const id = await idOf(ANN);
    now = EVENING + 8 * HOUR;
    expect([await at(ANN), await at(BEN)]).toEqual([id, undefined]);
  });

  it("knows of whoever comes to others that they were in danger lately", async () => {
    const going = { room: "bar", owner: "psn_ben", status: "ended", started_at: now, ended_at: now } as const;
    const cared = { message_count: 1, kept: null, crisis: { psn_ben: now } };
    await book.record({ ...going, ...cared, id: trustId<"cnv">("cnv_then") });
    await idOf(ANN);
    await at(BEN);
    expect(cares).toEqual([["psn_ben", now]]);
  });
});

describe("what a room knows of somebody", () => {
  const said = (text: string): RememberedSaying => ({
    speaker: "Ann",
    is_visitor: true,
    text,
    at: "2026-07-02T21:00:00.000Z",
  });
  async function past(text: string, by = ANN) {
    const id = await idOf(by);
    over(id);
    const closed = {
      id,
      room: "bar",
      owner: by.owner,
      status: "ended",
      started_at: now,
      ended_at: now + 1,
    } as const;
    await book.record({ ...closed, message_count: 1, kept: [said(text)], crisis: {} });
    now += 1_000;
    return id;
  }
  async function start(by = ANN) {
    const result = await begun(by);
    if (!result.ok) throw new Error(result.failure.reason);
    return result.value.visit;
  }

  it("is their last visits, oldest first, and nobody else's", async () => {
    room = {
      ...BAR,
      host_memory: { visits: 2, first: 3, last: 10 },
      limits: { ...BAR.limits, visits_per_day: 9 },
    };
    for (const text of ["one", "two", "three"]) await past(text);
    await past("other", BEN);
    const { remembered } = await start();
    expect(remembered.map(({ messages }) => messages[0]?.text)).toEqual(["two", "three"]);
    expect(remembered[0]).toMatchObject({
      started_at: "2026-07-02T21:00:01.000Z",
      weather: { place: "Lisbon" },
    });
  });

  it("is in company only what was said in company, and also where they came to others", async () => {
    await past("alone");
    room = { ...BAR, is_shared: true, limits: { ...BAR.limits, visits_per_day: 9 } };
    await past("together");
    const id = await idOf(BEN);
    await at(ANN);
    const closed = {
      id,
      room: "bar",
      owner: "psn_ben",
      status: "ended",
      started_at: now,
      ended_at: now,
    } as const;
    await book.record({ ...closed, message_count: 1, kept: [said("at Ben's")], crisis: {} });
    over(id);
    now += 1_000;
    const { remembered } = await start();
    expect(remembered.map(({ messages }) => messages[0]?.text)).toEqual(["together", "at Ben's"]);
  });

  it("leaves out what they have deleted, which still counts for its day", async () => {
    await book.forget(await past("gone"), now);
    expect((await start()).remembered).toEqual([]);
    expect(await refusal(ANN)).toMatchObject({ ok: true });
    over((await book.open("bar", "psn_ann"))[0] as ConversationId);
    await at(ANN);
    expect(await refusal(ANN)).toMatchObject({ error: "rate_limited" });
  });

  it("holds for as many days as it says that they were in danger", async () => {
    room = { ...BAR, opening_hours: null, limits: { ...BAR.limits, visits_per_day: 9 } };
    const id = await idOf(ANN);
    const going = {
      id,
      room: "bar",
      owner: "psn_ann",
      status: "active",
      started_at: now,
      ended_at: null,
    } as const;
    await book.record({ ...going, message_count: 1, kept: null, crisis: { psn_ann: now } });
    over(id);
    await at(ANN);
    expect([(await start()).crisis, (await start(BEN)).crisis]).toEqual([{ psn_ann: now }, {}]);
    now += 7 * 24 * HOUR;
    expect((await start()).crisis).toEqual({});
  });
});
