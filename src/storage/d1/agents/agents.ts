/**
 * Agents in D1, loaded from r2/agents on first start and edited here from then on. Each change is stored as a
 * version.
 */
import { and, asc, eq, exists, not, notLike, sql } from "drizzle-orm";
import { z } from "zod";
import { parseAgentFile } from "../../../agents/agent-file.ts";
import {
  type AgentFields,
  changesBetween,
  fieldsOf,
  slugSchema,
  storedFields,
} from "../../../agents/fields.ts";
import { type Agent, DRAFT_MARK } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Database } from "../database.ts";
import { agents, agentVersions } from "../schema/agents.ts";
import { seeds } from "../schema/core.ts";
import type { VersionChange } from "./agent-versions.ts";

export interface AgentFile {
  /** For example `r2/agents/nightjar.md`. */
  path: string;
  text: string;
}

/** The origin of a version, and its author: the id of a person. */
export interface Revision {
  change: VersionChange;
  restored_from?: number;
  by: string | null;
}

export class AgentStore {
  private readonly db: Database;
  private readonly files: readonly AgentFile[];
  private readonly now: () => number;

  constructor(db: Database, files: readonly AgentFile[], now: () => number) {
    this.db = db;
    this.files = files;
    this.now = now;
  }

  /** Without drafts. */
  async list(): Promise<Agent[]> {
    await this.seed();
    const isMade = notLike(agents.slug, `${DRAFT_MARK}%`);
    const rows = await this.db.select().from(agents).where(isMade).orderBy(asc(agents.slug));
    return rows.map(agentOf);
  }

  async get(slug: string): Promise<Agent | undefined> {
    const row = await this.row(slug);
    if (row) return agentOf(row);
    // A miss on a new instance: the files may not have been loaded yet.
    if (!(await this.seed())) return undefined;
    const seeded = await this.row(slug);
    return seeded && agentOf(seeded);
  }

  /** Throws an AppError if the slug is invalid or taken. */
  async create(slug: string, fields: AgentFields, by: string | null): Promise<Agent> {
    const parsed = slugSchema().safeParse(slug);
    if (!parsed.success) throw new AppError("malformed_request", `slug: ${z.prettifyError(parsed.error)}`);
    const [inserted] = await this.db.batch([
      this.inserted(slug, fields).returning(),
      this.recorded(slug, 1, { change: "created", by }),
    ]);
    const row = inserted[0];
    if (!row)
      throw new AppError("conflict", `There is an agent "${slug}" already: edit it, or choose another slug.`);
    return agentOf(row);
  }

  /** Undefined, without a change, if `of` is no longer the current version. Equal fields make no version. */
  async update(of: Agent, fields: AgentFields, revision: Revision): Promise<Agent | undefined> {
    if (changesBetween(fieldsOf(of), fields).length === 0) return of;
    const version = of.version + 1;
    const set = { fields: JSON.stringify(fields), version, updated_at: this.now() };
    const isThat = and(eq(agents.slug, of.slug), eq(agents.version, of.version));
    const [rows] = await this.db.batch([
      this.db.update(agents).set(set).where(isThat).returning(),
      this.recorded(of.slug, version, revision),
    ]);
    return rows[0] && agentOf(rows[0]);
  }

  /** False, without a change, if `of` is no longer the current version. Removes its versions too. */
  async remove(of: Pick<Agent, "slug" | "version">): Promise<boolean> {
    const isThat = and(eq(agents.slug, of.slug), eq(agents.version, of.version));
    const isLeft = exists(this.db.select().from(agents).where(eq(agents.slug, of.slug)));
    const [rows] = await this.db.batch([
      this.db.delete(agents).where(isThat).returning({ slug: agents.slug }),
      this.db.delete(agentVersions).where(and(eq(agentVersions.slug, of.slug), not(isLeft))),
    ]);
    return rows.length > 0;
  }

  private async row(slug: string) {
    return (await this.db.select().from(agents).where(eq(agents.slug, slug)).limit(1))[0];
  }

  /** Loads files that were never loaded. Returns whether there were any. */
  private async seed(): Promise<boolean> {
    const loaded = new Set((await this.db.select({ path: seeds.path }).from(seeds)).map((row) => row.path));
    const fresh = this.files.filter((file) => !loaded.has(file.path));
    for (const file of fresh) await this.seedOne(file);
    return fresh.length > 0;
  }

  private async seedOne(file: AgentFile): Promise<void> {
    const named = file.path.replace(/^.*\//, "").replace(/\.md$/, "");
    const { slug = named, fields } = parseAgentFile(file.text, file.path);
    const mark = { path: file.path, hash: String(file.text.length), loaded_at: this.now() };
    await this.db.batch([
      this.inserted(slug, fields),
      this.recorded(slug, 1, { change: "loaded", by: null }),
      this.db.insert(seeds).values(mark).onConflictDoNothing(),
    ]);
  }

  private inserted(slug: string, fields: AgentFields) {
    const at = this.now();
    const row = { slug, fields: JSON.stringify(fields), version: 1, created_at: at, updated_at: at };
    return this.db.insert(agents).values(row).onConflictDoNothing();
  }

  /**
   * Records the current state as a version, if it is that version and not recorded yet: part of the batch
   * that made it.
   */
  private recorded(slug: string, version: number, { change, restored_from, by }: Revision) {
    const isThat = and(eq(agents.slug, slug), eq(agents.version, version));
    const row = this.db
      .select({
        slug: agents.slug,
        version: agents.version,
        fields: agents.fields,
        change: sql<string>`${change}`.as("change"),
        restored_from: sql<number | null>`${restored_from ?? null}`.as("restored_from"),
        by: sql<string | null>`${by}`.as("by"),
        at: agents.updated_at,
      })
      .from(agents)
      .where(isThat);
    return this.db.insert(agentVersions).select(row).onConflictDoNothing();
  }
}

function agentOf({ slug, version, fields }: typeof agents.$inferSelect): Agent {
  return { slug, ...storedFields(fields), version };
}
