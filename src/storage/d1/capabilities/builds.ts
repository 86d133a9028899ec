/** Builds in D1. Once a build has ended, only its usage can still be changed. */
import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import type {
  Build,
  BuilderPlace,
  BuildId,
  BuildOutcome,
  BuildPage,
  BuildStatus,
  BuildStore,
  DraftFiles,
} from "../../../capabilities/builds/record/build.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { trustId } from "../../../domain/ids.ts";
import type { Database } from "../database.ts";
import { builds } from "../schema/builds.ts";

const { files: _files, ...COLUMNS } = getTableColumns(builds);
type Row = Omit<typeof builds.$inferSelect, "files">;

const Names = z.array(z.string());
const Files = z.record(z.string(), z.string());

export class D1BuildStore implements BuildStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async insert(build: Build, files: DraftFiles): Promise<boolean> {
    const row = { ...build, allowed: JSON.stringify(build.allowed), files: JSON.stringify(files) };
    const rows = await this.db.insert(builds).values(row).onConflictDoNothing().returning({ id: builds.id });
    return rows.length > 0;
  }

  get(id: BuildId): Promise<Build | undefined> {
    return this.one(eq(builds.id, id));
  }

  async files(id: BuildId): Promise<DraftFiles> {
    const [row] = await this.db.select({ files: builds.files }).from(builds).where(eq(builds.id, id));
    return row ? filesOf(row.files) : {};
  }

  ofChild({ child_id, parent: { conversation_id, call_id } }: BuilderPlace): Promise<Build | undefined> {
    return this.one(
      and(
        eq(builds.conversation_id, conversation_id),
        eq(builds.call_id, call_id),
        or(isNull(builds.child_id), eq(builds.child_id, child_id)),
      ),
    );
  }

  async list(owner: string, page: BuildPage): Promise<Build[]> {
    const before = page.before === undefined ? undefined : await this.one(eq(builds.id, page.before));
    const rows = await this.db
      .select(COLUMNS)
      .from(builds)
      .where(and(eq(builds.owner, owner), ...pageOf(page, before)))
      .orderBy(desc(builds.created_at), desc(builds.id))
      .limit(page.limit);
    return rows.map(buildOf);
  }

  running(owner: string, name: string): Promise<Build | undefined> {
    return this.one(and(eq(builds.owner, owner), eq(builds.name, name), eq(builds.status, "building")));
  }

  async setChild(id: BuildId, child_id: ConversationId): Promise<void> {
    await this.change(id, { child_id });
  }

  async saveFiles(id: BuildId, files: DraftFiles): Promise<void> {
    await this.change(id, { files: JSON.stringify(files) });
  }

  async note(
    id: BuildId,
    { progress, allowed }: { progress?: string; allowed?: readonly string[] },
  ): Promise<void> {
    const set = {
      ...(progress !== undefined && { progress }),
      ...(allowed && { allowed: JSON.stringify(allowed) }),
    };
    await this.change(id, set);
  }

  end(id: BuildId, { status, error, version, now }: BuildOutcome): Promise<boolean> {
    return this.change(id, {
      status,
      error: error ?? null,
      version: version ?? null,
      ended_at: now,
      files: "{}",
    });
  }

  async account(id: BuildId, taken: { steps: number; cost_usd: number }): Promise<void> {
    await this.db.update(builds).set(taken).where(eq(builds.id, id));
  }

  private async one(where: SQL | undefined) {
    const [row] = await this.db.select(COLUMNS).from(builds).where(where).limit(1);
    return row && buildOf(row);
  }

  private async change(id: string, set: Partial<typeof builds.$inferInsert>) {
    const rows = await this.db.update(builds).set(set).where(isOpen(id)).returning({ id: builds.id });
    return rows.length > 0;
  }
}

function isOpen(id: string) {
  return and(eq(builds.id, id), eq(builds.status, "building"));
}

function pageOf({ status, conversation_id }: BuildPage, before: Build | undefined): (SQL | undefined)[] {
  return [
    status === undefined ? undefined : eq(builds.status, status),
    conversation_id === undefined ? undefined : eq(builds.conversation_id, conversation_id),
    before &&
      or(
        lt(builds.created_at, before.created_at),
        and(eq(builds.created_at, before.created_at), lt(builds.id, before.id)),
      ),
  ];
}

function filesOf(json: string): DraftFiles {
  return Files.parse(JSON.parse(json));
}

function buildOf(row: Row): Build {
  const { id, conversation_id, call_id, child_id, status, allowed } = row;
  return {
    ...row,
    id: trustId<"bld">(id),
    conversation_id: trustId<"cnv">(conversation_id),
    call_id: trustId<"call">(call_id),
    child_id: child_id === null ? null : trustId<"cnv">(child_id),
    // Only the statements above write it.
    status: status as BuildStatus,
    allowed: Names.parse(JSON.parse(allowed)),
  };
}
