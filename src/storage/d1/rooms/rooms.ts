/** Rooms in D1, loaded from r2/rooms on first start and edited here from then on. */
import { and, asc, eq, exists, inArray, not, sql } from "drizzle-orm";
import { z } from "zod";
import { slugSchema } from "../../../agents/fields.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Room } from "../../../domain/room.ts";
import type { RoomFields } from "../../../rooms/defaults.ts";
import { roomChanges, roomFieldsOf, storedRoomFields } from "../../../rooms/fields.ts";
import type { RoomRevision } from "../../../rooms/ports.ts";
import { parseRoomFile } from "../../../rooms/room-file.ts";
import type { Database } from "../database.ts";
import { seeds } from "../schema/core.ts";
import { rooms, roomVersions } from "../schema/rooms.ts";

export interface RoomFile {
  /** For example `r2/rooms/bar.md`. */
  path: string;
  text: string;
}

export class RoomStore {
  private readonly db: Database;
  private readonly files: readonly RoomFile[];
  private readonly now: () => number;

  constructor(db: Database, files: readonly RoomFile[], now: () => number) {
    this.db = db;
    this.files = files;
    this.now = now;
  }

  async list(): Promise<Room[]> {
    await this.seed();
    return (await this.db.select().from(rooms).orderBy(asc(rooms.slug))).map(roomOf);
  }

  async get(slug: string): Promise<Room | undefined> {
    const row = await this.row(slug);
    if (row) return roomOf(row);
    // A miss on a new instance: the files may not have been loaded yet.
    if (!(await this.seed())) return undefined;
    const seeded = await this.row(slug);
    return seeded && roomOf(seeded);
  }

  /** Throws an AppError if the slug is invalid or taken. */
  async create(slug: string, fields: RoomFields, by: string | null): Promise<Room> {
    const parsed = slugSchema().safeParse(slug);
    if (!parsed.success) throw new AppError("malformed_request", `slug: ${z.prettifyError(parsed.error)}`);
    // Seeded first, so that bundled rooms keep their slugs.
    await this.seed();
    const [[row]] = await this.db.batch([
      this.inserted(slug, fields).returning(),
      this.recorded(slug, 1, { change: "created", by }),
    ]);
    if (!row)
      throw new AppError("conflict", `There is a room "${slug}" already: edit it, or choose another slug.`);
    return roomOf(row);
  }

  /** Undefined, without a change, if `of` is no longer the current version. Equal fields make no version. */
  async update(of: Room, fields: RoomFields, revision: RoomRevision): Promise<Room | undefined> {
    if (roomChanges(roomFieldsOf(of), fields).length === 0) return of;
    const { owner, ...rest } = fields;
    const set = { owner, fields: JSON.stringify(rest), version: of.version + 1, updated_at: this.now() };
    const [[row]] = await this.db.batch([
      this.db.update(rooms).set(set).where(isThat(of)).returning(),
      this.recorded(of.slug, of.version + 1, revision),
    ]);
    return row && roomOf(row);
  }

  /** False, without a change, if `of` is no longer the current version. Removes its versions too. */
  async remove(of: Pick<Room, "slug" | "version">): Promise<boolean> {
    const isLeft = exists(this.db.select().from(rooms).where(eq(rooms.slug, of.slug)));
    const [gone] = await this.db.batch([
      this.db.delete(rooms).where(isThat(of)).returning({ slug: rooms.slug }),
      this.db.delete(roomVersions).where(and(eq(roomVersions.slug, of.slug), not(isLeft))),
    ]);
    return gone.length > 0;
  }

  private async row(slug: string) {
    return (await this.db.select().from(rooms).where(eq(rooms.slug, slug)).limit(1))[0];
  }

  /** Loads files that were never loaded. Returns whether there were any. */
  private async seed(): Promise<boolean> {
    const paths = this.files.map(({ path }) => path);
    const rows = await this.db.select({ path: seeds.path }).from(seeds).where(inArray(seeds.path, paths));
    const loaded = new Set(rows.map(({ path }) => path));
    const fresh = this.files.filter(({ path }) => !loaded.has(path));
    for (const file of fresh) await this.seedOne(file);
    return fresh.length > 0;
  }

  private async seedOne({ path, text }: RoomFile): Promise<void> {
    const named = path.replace(/^.*\//, "").replace(/\.md$/, "");
    const { slug = named, fields } = parseRoomFile(text, path);
    const mark = { path, hash: String(text.length), loaded_at: this.now() };
    await this.db.batch([
      this.inserted(slug, fields),
      this.recorded(slug, 1, { change: "loaded", by: null }),
      this.db.insert(seeds).values(mark).onConflictDoNothing(),
    ]);
  }

  private inserted(slug: string, { owner, ...fields }: RoomFields) {
    const at = this.now();
    const row = { slug, owner, fields: JSON.stringify(fields), version: 1, created_at: at, updated_at: at };
    return this.db.insert(rooms).values(row).onConflictDoNothing();
  }

  /**
   * Records the current state as a version, if it is that version and not recorded yet: part of the batch
   * that made it.
   */
  private recorded(slug: string, version: number, { change, restored_from, by }: RoomRevision) {
    const row = this.db
      .select({
        slug: rooms.slug,
        version: rooms.version,
        owner: rooms.owner,
        fields: rooms.fields,
        change: sql<string>`${change}`.as("change"),
        restored_from: sql<number | null>`${restored_from ?? null}`.as("restored_from"),
        by: sql<string | null>`${by}`.as("by"),
        at: rooms.updated_at,
      })
      .from(rooms)
      .where(isThat({ slug, version }));
    return this.db.insert(roomVersions).select(row).onConflictDoNothing();
  }
}

function isThat({ slug, version }: Pick<Room, "slug" | "version">) {
  return and(eq(rooms.slug, slug), eq(rooms.version, version));
}

function roomOf({ slug, owner, version, fields }: typeof rooms.$inferSelect): Room {
  return { slug, ...storedRoomFields(fields), owner, version };
}
