/** Uploads in pieces: their state in D1. */
import { and, count, eq, lt } from "drizzle-orm";
import type { UploadRows } from "../../../uploads/ports.ts";
import type { Upload } from "../../../uploads/upload.ts";
import type { Database } from "../database.ts";
import { uploads } from "../schema/files/uploads.ts";

/** Rows that a sweep takes at once. */
const MOST = 200;

export class D1UploadRows implements UploadRows {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add({ etags, ...upload }: Upload): Promise<void> {
    const row = { ...upload, etags: JSON.stringify(etags), created_at: upload.updated_at };
    await this.db.insert(uploads).values(row);
  }

  async get(owner: string, id: string): Promise<Upload | undefined> {
    const [row] = await this.db
      .select()
      .from(uploads)
      .where(and(eq(uploads.id, id), eq(uploads.owner, owner)));
    return row && uploadOf(row);
  }

  async count(owner: string): Promise<number> {
    const [found] = await this.db.select({ n: count() }).from(uploads).where(eq(uploads.owner, owner));
    return found?.n ?? 0;
  }

  async advance(
    { id, offset, etags }: Upload,
    { bytes, etag, at }: { bytes: number; etag: string; at: number },
  ): Promise<boolean> {
    const taken = await this.db
      .update(uploads)
      .set({ offset: offset + bytes, etags: JSON.stringify([...etags, etag]), updated_at: at })
      .where(and(eq(uploads.id, id), eq(uploads.offset, offset)))
      .returning({ id: uploads.id });
    return taken.length > 0;
  }

  async remove(id: string): Promise<void> {
    await this.db.delete(uploads).where(eq(uploads.id, id));
  }

  async list(of: { owner: string } | { idle_since: number }): Promise<Upload[]> {
    const wanted = "owner" in of ? eq(uploads.owner, of.owner) : lt(uploads.updated_at, of.idle_since);
    return (await this.db.select().from(uploads).where(wanted).limit(MOST)).map(uploadOf);
  }
}

function uploadOf({ etags, created_at: _created, ...row }: typeof uploads.$inferSelect): Upload {
  return { ...row, etags: JSON.parse(etags) as string[] };
}
