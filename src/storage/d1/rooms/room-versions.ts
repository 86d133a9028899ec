/** The version history of rooms: each version with its author and time. */
import { and, desc, eq, lt } from "drizzle-orm";
import { storedRoomFields } from "../../../rooms/fields.ts";
import type { RoomVersion } from "../../../rooms/ports.ts";
import type { Database } from "../database.ts";
import { roomVersions } from "../schema/rooms.ts";

export class RoomVersions {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Newest first. */
  async list(slug: string, { before, limit }: { before?: number; limit: number }): Promise<RoomVersion[]> {
    const isBefore = before === undefined ? undefined : lt(roomVersions.version, before);
    const rows = await this.db
      .select()
      .from(roomVersions)
      .where(and(eq(roomVersions.slug, slug), isBefore))
      .orderBy(desc(roomVersions.version))
      .limit(limit);
    return rows.map(versionOf);
  }

  async get(slug: string, version: number): Promise<RoomVersion | undefined> {
    const [found] = await this.list(slug, { before: version + 1, limit: 1 });
    return found?.version === version ? found : undefined;
  }
}

function versionOf({
  slug: _slug,
  owner,
  change,
  fields,
  ...row
}: typeof roomVersions.$inferSelect): RoomVersion {
  return { ...row, change: change as RoomVersion["change"], fields: { ...storedRoomFields(fields), owner } };
}
