import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { trustId } from "../../../src/domain/ids.ts";
import type { VisitRecord } from "../../../src/rooms/ports.ts";
import { type Database, openDatabase } from "../../../src/storage/d1/database.ts";
import { RoomStore, RoomVersions } from "../../../src/storage/d1/rooms/rooms.ts";
import { D1VisitStore } from "../../../src/storage/d1/rooms/visits.ts";
import { roomCares, visits } from "../../../src/storage/d1/schema/rooms.ts";
import { nodeD1 } from "../../support/node-d1.ts";

let db: Database;
let book: D1VisitStore;
beforeEach(() => {
  db = openDatabase(nodeD1() as never);
  book = new D1VisitStore(db);
});

const OPEN: VisitRecord = {
  id: trustId<"cnv">("cnv_1"),
  room: "bar",
  owner: "psn_ann",
  status: "active",
  started_at: 1_000,
  ended_at: null,
  message_count: 3,
  kept: null,
  crisis: {},
};
const SAID = { speaker: "Ann", is_visitor: true, text: "Hi.", at: "2026-07-01T20:00:00.000Z" };
const CLOSED: VisitRecord = { ...OPEN, status: "ended", ended_at: 9_000, message_count: 5, kept: [SAID] };

const row = async () => (await db.select().from(visits).where(eq(visits.id, OPEN.id)))[0];

describe("the book of visits", () => {
  it("knows the newest of what it was told, in whatever order and however often", async () => {
    for (const visit of [OPEN, CLOSED, OPEN, { ...OPEN, status: "warning_15min" as const }, CLOSED])
      await book.record(visit);
    expect(await row()).toMatchObject({ status: "ended", ended_at: 9_000, message_count: 5 });
    expect(JSON.parse((await row())?.kept ?? "")).toEqual([SAID]);
  });

  it("takes the warning back when somebody goes on", async () => {
    await book.record({ ...OPEN, status: "warning_15min" });
    await book.record({ ...OPEN, message_count: 4 });
    expect(await row()).toMatchObject({ status: "active", message_count: 4 });
  });

  it("keeps for each person when they were last in danger there", async () => {
    await book.record({ ...OPEN, crisis: { psn_ann: 5_000, psn_ben: 2_000 } });
    await book.record({ ...OPEN, crisis: { psn_ann: 4_000 } });
    expect(await db.select().from(roomCares).orderBy(roomCares.owner)).toEqual([
      { room: "bar", owner: "psn_ann", crisis_at: 5_000 },
      { room: "bar", owner: "psn_ben", crisis_at: 2_000 },
    ]);
  });
});

describe("rooms as rows", () => {
  const files = [{ path: "r2/rooms/attic.md", text: "---\nname: Attic\ncast: [ann]\nhost: ann\n---\n" }];
  const store = () => new RoomStore(db, files, () => 7);
  const EDITED = { change: "edited", by: "psn_ann" } as const;

  it("are loaded from their files once: what was removed stays so", async () => {
    const attic = await store().get("attic");
    expect(attic).toMatchObject({ slug: "attic", host: "ann", audience: "people", version: 1 });
    if (attic) expect(await store().remove(attic)).toBe(true);
    expect(await store().list()).toEqual([]);
  });

  it("take a change of what they are, and none of what they were", async () => {
    const attic = (await store().list())[0];
    if (!attic) throw new Error("It was not loaded.");
    const { slug: _slug, version: _version, ...fields } = attic;
    expect(await store().update(attic, fields, EDITED)).toBe(attic);
    expect(await store().update(attic, { ...fields, name: "Loft" }, EDITED)).toMatchObject({
      name: "Loft",
      version: 2,
    });
    expect(await store().update(attic, { ...fields, name: "Late" }, EDITED)).toBeUndefined();
    expect(await store().remove(attic)).toBe(false);
  });

  it("keep each version with who made it, and take them along when they go", async () => {
    const attic = await store().get("attic");
    if (!attic) throw new Error("It was not loaded.");
    const { slug: _slug, version: _version, ...fields } = attic;
    const loft = await store().update(attic, { ...fields, name: "Loft" }, EDITED);
    await store().update(attic, { ...fields, name: "Late" }, EDITED);
    const versions = new RoomVersions(db);
    expect(await versions.list("attic", { limit: 9 })).toMatchObject([
      { version: 2, change: "edited", by: "psn_ann", at: 7, fields: { name: "Loft", owner: null } },
      { version: 1, change: "loaded", by: null, fields: { name: "Attic" } },
    ]);
    expect(await versions.get("attic", 3)).toBeUndefined();
    if (loft) await store().remove(loft);
    expect(await versions.list("attic", { limit: 9 })).toEqual([]);
  });
});
