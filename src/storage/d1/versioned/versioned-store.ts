/** Agents or rooms in D1: loaded from their files on first start and edited here from then on. Each change is stored as a version. */
import { and, asc, eq, exists, inArray, not, sql } from "drizzle-orm";
import { z } from "zod";
import { slugSchema } from "../../../agents/fields.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Revision } from "../../../domain/revision.ts";
import type { Database } from "../database.ts";
import type { agents, agentVersions } from "../schema/agents.ts";
import { seeds } from "../schema/core.ts";
import type { BundledFile, VersionedKind } from "./kind.ts";

/** A thing of the kind: its settings under its slug, at a version. */
type Thing<Fields> = Fields & { slug: string; version: number };

export class VersionedStore<Fields extends object> {
  private readonly db: Database;
  private readonly kind: VersionedKind<Fields>;
  private readonly files: readonly BundledFile[];
  private readonly now: () => number;
  /** A room's tables have the same columns, and one more. */
  private readonly table: typeof agents;
  private readonly versions: typeof agentVersions;

  constructor(
    kind: VersionedKind<Fields>,
    { db, files, now }: { db: Database; files: readonly BundledFile[]; now: () => number },
  ) {
    this.db = db;
    this.kind = kind;
    this.files = files;
    this.now = now;
    this.table = kind.table as typeof agents;
    this.versions = kind.versions as typeof agentVersions;
  }

  async list(): Promise<Thing<Fields>[]> {
    await this.seed();
    const { table, kind } = this;
    const rows = await this.db.select().from(table).where(kind.listed).orderBy(asc(table.slug));
    return rows.map((row) => this.thingOf(row));
  }

  async get(slug: string): Promise<Thing<Fields> | undefined> {
    const row = await this.row(slug);
    if (row) return this.thingOf(row);
    // A miss on a new instance: the files may not have been loaded yet.
    if (!(await this.seed())) return undefined;
    const seeded = await this.row(slug);
    return seeded && this.thingOf(seeded);
  }

  /** Throws an AppError if the slug is invalid or taken. */
  async create(slug: string, fields: Fields, by: string | null): Promise<Thing<Fields>> {
    const parsed = slugSchema().safeParse(slug);
    if (!parsed.success) throw new AppError("malformed_request", `slug: ${z.prettifyError(parsed.error)}`);
    // Seeded first, so that what comes with Nightjar keeps its slugs.
    await this.seed();
    const [[row]] = await this.db.batch([
      this.inserted(slug, fields).returning(),
      this.recorded(slug, 1, { change: "created", by }),
    ]);
    if (row) return this.thingOf(row);
    throw new AppError(
      "conflict",
      `There is ${this.kind.noun} "${slug}" already: edit it, or choose another slug.`,
    );
  }

  /** Undefined, without a change, if `of` is no longer the current version. Equal fields make no version. */
  async update(of: Thing<Fields>, fields: Fields, revision: Revision): Promise<Thing<Fields> | undefined> {
    const { slug: _slug, version: _version, ...before } = of;
    if (this.kind.changes(before as unknown as Fields, fields).length === 0) return of;
    const version = of.version + 1;
    const set = { ...this.kind.columnsOf(fields), version, updated_at: this.now() };
    const [[row]] = await this.db.batch([
      this.db.update(this.table).set(set).where(this.isThat(of)).returning(),
      this.recorded(of.slug, version, revision),
    ]);
    return row && this.thingOf(row);
  }

  /** False, without a change, if `of` is no longer the current version. Removes its versions too. */
  async remove(of: { slug: string; version: number }): Promise<boolean> {
    const { table, versions } = this;
    const isLeft = exists(this.db.select().from(table).where(eq(table.slug, of.slug)));
    const [gone] = await this.db.batch([
      this.db.delete(table).where(this.isThat(of)).returning({ slug: table.slug }),
      this.db.delete(versions).where(and(eq(versions.slug, of.slug), not(isLeft))),
    ]);
    return gone.length > 0;
  }

  private async row(slug: string) {
    return (await this.db.select().from(this.table).where(eq(this.table.slug, slug)).limit(1))[0];
  }

  private thingOf(row: typeof agents.$inferSelect): Thing<Fields> {
    return { slug: row.slug, ...this.kind.fieldsOf(row), version: row.version };
  }

  private isThat({ slug, version }: { slug: string; version: number }) {
    return and(eq(this.table.slug, slug), eq(this.table.version, version));
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

  private async seedOne({ path, text }: BundledFile): Promise<void> {
    const named = path.replace(/^.*\//, "").replace(/\.md$/, "");
    const { slug = named, fields } = this.kind.parse(text, path);
    const mark = { path, hash: String(text.length), loaded_at: this.now() };
    await this.db.batch([
      this.inserted(slug, fields),
      this.recorded(slug, 1, { change: "loaded", by: null }),
      this.db.insert(seeds).values(mark).onConflictDoNothing(),
    ]);
  }

  private inserted(slug: string, fields: Fields) {
    const at = this.now();
    const row = { slug, ...this.kind.columnsOf(fields), version: 1, created_at: at, updated_at: at };
    return this.db.insert(this.table).values(row).onConflictDoNothing();
  }

  /**
   * Records the current state as a version, if it is that version and not recorded yet: part of the batch
   * that made it.
   */
  private recorded(slug: string, version: number, { change, restored_from, by }: Revision) {
    const { table } = this;
    const row = this.db
      .select({
        slug: table.slug,
        version: table.version,
        ...this.kind.besides,
        fields: table.fields,
        change: sql<string>`${change}`.as("change"),
        restored_from: sql<number | null>`${restored_from ?? null}`.as("restored_from"),
        by: sql<string | null>`${by}`.as("by"),
        at: table.updated_at,
      })
      .from(table)
      .where(this.isThat({ slug, version }));
    return this.db.insert(this.versions).select(row).onConflictDoNothing();
  }
}
