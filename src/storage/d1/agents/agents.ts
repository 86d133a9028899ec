/** Agents in D1, loaded from r2/agents on first start and edited here from then on. */
import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Agent, DEFAULT_LIMITS } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import { parseFrontMatter } from "../../front-matter.ts";
import type { Database } from "../database.ts";
import { agents, seeds } from "../schema/core.ts";

const Slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "a slug has lower-case letters, digits and dashes only");
const Limits = z
  .object({
    max_steps: z.number().int().min(1).max(200).default(DEFAULT_LIMITS.max_steps),
    max_output_tokens: z.number().int().min(64).max(200_000).default(DEFAULT_LIMITS.max_output_tokens),
    compact_at_tokens: z.number().int().min(1_000).optional(),
    steering: z.enum(["next_turn", "next_step"]).optional(),
  })
  .prefault({});

/** What a person may set of an agent; also the shape of its front matter. */
export const AgentFields = z.object({
  name: z.string().min(1).max(100),
  role: z.string().max(500).default(""),
  instructions: z.string().max(100_000),
  models: z
    .array(z.string().regex(/^[a-z0-9-]+\/.+$/, "a model is written provider/model"))
    .max(20)
    .default([]),
  tools: z.record(z.string(), z.enum(["allow", "ask", "deny"])).default({}),
  skills: z.array(z.string()).max(100).default([]),
  limits: Limits,
});

export type AgentFields = z.output<typeof AgentFields>;

export interface AgentFile {
  /** For example `r2/agents/nightjar.md`. */
  path: string;
  text: string;
}

export const DEFAULT_AGENT = "nightjar";

export class AgentStore {
  private readonly db: Database;
  private readonly files: readonly AgentFile[];
  private readonly now: () => number;

  constructor(db: Database, files: readonly AgentFile[], now: () => number) {
    this.db = db;
    this.files = files;
    this.now = now;
  }

  async list(): Promise<Agent[]> {
    await this.seed();
    const rows = await this.db.select().from(agents).orderBy(asc(agents.slug));
    return rows.map(agentOf);
  }

  async get(slug: string): Promise<Agent | undefined> {
    const row = await this.row(slug);
    if (row) return agentOf(row);
    // A miss on a fresh instance: the files may not have been loaded yet.
    if (!(await this.seed())) return undefined;
    const seeded = await this.row(slug);
    return seeded && agentOf(seeded);
  }

  async create(slug: string, fields: AgentFields): Promise<Agent> {
    const parsed = Slug.safeParse(slug);
    if (!parsed.success) throw new AppError("malformed_request", `slug: ${z.prettifyError(parsed.error)}`);
    const inserted = await this.db
      .insert(agents)
      .values(this.valuesOf(slug, fields))
      .onConflictDoNothing()
      .returning();
    const row = inserted[0];
    if (!row)
      throw new AppError("conflict", `There is an agent "${slug}" already: edit it, or choose another slug.`);
    return agentOf(row);
  }

  async update(slug: string, fields: AgentFields): Promise<Agent | undefined> {
    const { created_at: _created, version: _version, ...values } = this.valuesOf(slug, fields);
    const set = { ...values, version: sql`${agents.version} + 1` };
    const rows = await this.db.update(agents).set(set).where(eq(agents.slug, slug)).returning();
    return rows[0] && agentOf(rows[0]);
  }

  async remove(slug: string): Promise<boolean> {
    const rows = await this.db.delete(agents).where(eq(agents.slug, slug)).returning({ slug: agents.slug });
    return rows.length > 0;
  }

  private async row(slug: string) {
    return (await this.db.select().from(agents).where(eq(agents.slug, slug)).limit(1))[0];
  }

  /** Loads the files that were never loaded. Returns whether any was. */
  private async seed(): Promise<boolean> {
    const loaded = new Set((await this.db.select({ path: seeds.path }).from(seeds)).map((row) => row.path));
    const fresh = this.files.filter((file) => !loaded.has(file.path));
    for (const file of fresh) await this.seedOne(file);
    return fresh.length > 0;
  }

  private async seedOne(file: AgentFile): Promise<void> {
    const slug = file.path.replace(/^.*\//, "").replace(/\.md$/, "");
    const values = this.valuesOf(slug, parseAgentFile(file));
    const mark = { path: file.path, hash: String(file.text.length), loaded_at: this.now() };
    await this.db.batch([
      this.db.insert(agents).values(values).onConflictDoNothing(),
      this.db.insert(seeds).values(mark).onConflictDoNothing(),
    ]);
  }

  private valuesOf(slug: string, fields: AgentFields) {
    const { name, role, instructions } = fields;
    return {
      slug,
      name,
      role,
      instructions,
      models: JSON.stringify(fields.models),
      tools: JSON.stringify(fields.tools),
      skills: JSON.stringify(fields.skills),
      limits: JSON.stringify(fields.limits),
      version: 1,
      created_at: this.now(),
      updated_at: this.now(),
    };
  }
}

function parseAgentFile(file: AgentFile): AgentFields {
  const { data, body } = parseFrontMatter(file.text, file.path);
  const parsed = AgentFields.safeParse({ ...(data as object), instructions: body });
  if (parsed.success) return parsed.data;
  throw new AppError("malformed_request", `${file.path}: ${z.prettifyError(parsed.error)}`);
}

function agentOf(row: typeof agents.$inferSelect): Agent {
  const fields = AgentFields.parse({
    name: row.name,
    role: row.role,
    instructions: row.instructions,
    models: JSON.parse(row.models),
    tools: JSON.parse(row.tools),
    skills: JSON.parse(row.skills),
    limits: JSON.parse(row.limits),
  });
  const { limits, ...rest } = fields;
  const { compact_at_tokens, steering, ...always } = limits;
  return {
    ...rest,
    slug: row.slug,
    limits: {
      ...always,
      ...(compact_at_tokens !== undefined && { compact_at_tokens }),
      ...(steering !== undefined && { steering }),
    },
    version: row.version,
  };
}
