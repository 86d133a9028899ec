/** The version history of a kind of thing: each version with its author and time. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { ThingVersion } from "../../../domain/revision.ts";
import type { Database } from "../database.ts";
import type { agentVersions } from "../schema/agents.ts";
import type { VersionedKind } from "./kind.ts";

export class VersionLog<Fields> {
  private readonly db: Database;
  private readonly kind: VersionedKind<Fields>;

  constructor(db: Database, kind: VersionedKind<Fields>) {
    this.db = db;
    this.kind = kind;
  }

  /** Newest first. */
  async list(slug: string, { before, limit }: { before?: number; limit: number }) {
    // A room's table has the same columns, and one more.
    const versions = this.kind.versions as typeof agentVersions;
    const isBefore = before === undefined ? undefined : lt(versions.version, before);
    const rows = await this.db
      .select()
      .from(versions)
      .where(and(eq(versions.slug, slug), isBefore))
      .orderBy(desc(versions.version))
      .limit(limit);
    return rows.map((row) => this.versionOf(row));
  }

  async get(slug: string, version: number): Promise<ThingVersion<Fields> | undefined> {
    const [found] = await this.list(slug, { before: version + 1, limit: 1 });
    return found?.version === version ? found : undefined;
  }

  private versionOf(row: typeof agentVersions.$inferSelect): ThingVersion<Fields> {
    const { version, restored_from, by, at } = row;
    const change = row.change as ThingVersion<Fields>["change"];
    return { version, change, restored_from, by, at, fields: this.kind.fieldsOf(row) };
  }
}
