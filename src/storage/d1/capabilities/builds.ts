/** Builds in D1. Once a build has ended, only its usage can still be changed. */
import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import type {
  Build,
  BuildPage,
  BuildStatus,
  BuildStore,
  DraftFiles,
} from "../../../capabilities/builds/record/build.ts";
import { trustId } from "../../../domain/ids.ts";
import type { Database } from "../database.ts";
import { builds } from "../schema/builds.ts";

const { files: _files, ...COLUMNS } = getTableColumns(builds);
type Row = Omit<typeof builds.$inferSelect, "files">;

const Names = z.array(z.string());
const Files = z.record(z.string(), z.string());

export function createBuildStore(db: Database): BuildStore {
  const isOpen = (id: string) => and(eq(builds.id, id), eq(builds.status, "building"));
  const one = async (where: SQL | undefined) => {
    const [row] = await db.select(COLUMNS).from(builds).where(where).limit(1);
    return row && buildOf(row);
  };
  const change = async (id: string, set: Partial<typeof builds.$inferInsert>) => {
    const rows = await db.update(builds).set(set).where(isOpen(id)).returning({ id: builds.id });
    return rows.length > 0;
  };
  return {
    insert: async (build, files) => {
      const row = { ...build, allowed: JSON.stringify(build.allowed), files: JSON.stringify(files) };
      const rows = await db.insert(builds).values(row).onConflictDoNothing().returning({ id: builds.id });
      return rows.length > 0;
    },
    get: (id) => one(eq(builds.id, id)),
    files: async (id) => {
      const [row] = await db.select({ files: builds.files }).from(builds).where(eq(builds.id, id));
      return row ? filesOf(row.files) : {};
    },
    ofChild: ({ child_id, parent: { conversation_id, call_id } }) =>
      one(
        and(
          eq(builds.conversation_id, conversation_id),
          eq(builds.call_id, call_id),
          or(isNull(builds.child_id), eq(builds.child_id, child_id)),
        ),
      ),
    list: async (owner, page) => {
      const before = page.before === undefined ? undefined : await one(eq(builds.id, page.before));
      const rows = await db
        .select(COLUMNS)
        .from(builds)
        .where(and(eq(builds.owner, owner), ...pageOf(page, before)))
        .orderBy(desc(builds.created_at), desc(builds.id))
        .limit(page.limit);
      return rows.map(buildOf);
    },
    running: (owner, name) =>
      one(and(eq(builds.owner, owner), eq(builds.name, name), eq(builds.status, "building"))),
    begun: async (id, child_id) => void (await change(id, { child_id })),
    saveFiles: async (id, files) => void (await change(id, { files: JSON.stringify(files) })),
    note: async (id, { progress, allowed }) => {
      const set = {
        ...(progress !== undefined && { progress }),
        ...(allowed && { allowed: JSON.stringify(allowed) }),
      };
      await change(id, set);
    },
    end: (id, { status, error, version, now }) =>
      change(id, { status, error: error ?? null, version: version ?? null, ended_at: now, files: "{}" }),
    account: async (id, taken) => void (await db.update(builds).set(taken).where(eq(builds.id, id))),
  };
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
