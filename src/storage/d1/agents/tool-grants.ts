/** Tools that owners have allowed for good: the agent may use them without asking. */
import { and, eq } from "drizzle-orm";
import type { Database } from "../database.ts";
import { toolGrants } from "../schema/tools.ts";

export interface Grant {
  agent: string;
  tool: string;
  /** ms since the epoch. */
  granted_at: number;
}

/** Age after which a lookup is refreshed in the background, while turns still use it. */
const FRESH_MS = 2_000;
/** Longest time that a grant revoked in another isolate still holds here. */
const KEPT_MS = 10_000;
const MOST_KEPT = 1_000;

export class ToolGrants {
  private readonly db: Database;
  private readonly now: () => number;
  private changes = 0;
  private readonly kept = new Map<string, { tools: string[]; read_at: number }>();
  /** Start time of the refresh under way. */
  private readonly renewing = new Map<string, number>();

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The tools that this agent need not ask for. */
  of(owner: string, agent: string): string[] | Promise<string[]> {
    const key = keyOf(owner, agent);
    const known = this.kept.get(key);
    const age = this.now() - (known?.read_at ?? 0);
    if (!known || age > KEPT_MS) return this.read(owner, agent);
    if (age > FRESH_MS && this.now() - (this.renewing.get(key) ?? 0) > FRESH_MS) this.renew(owner, agent);
    return known.tools;
  }

  private renew(owner: string, agent: string): void {
    const key = keyOf(owner, agent);
    this.renewing.set(key, this.now());
    const done = () => void this.renewing.delete(key);
    this.read(owner, agent).then(done, done);
  }

  private async read(owner: string, agent: string): Promise<string[]> {
    const { changes } = this;
    const read_at = this.now();
    const rows = await this.db
      .select({ tool: toolGrants.tool })
      .from(toolGrants)
      .where(and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent)));
    const tools = rows.map(({ tool }) => tool);
    // A reading that began before a change is not cached.
    if (changes === this.changes) this.keep(keyOf(owner, agent), tools, read_at);
    return tools;
  }

  private keep(key: string, tools: string[], read_at: number): void {
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(key, { tools, read_at });
  }

  private forget(owner: string, agent: string): void {
    this.changes += 1;
    this.kept.delete(keyOf(owner, agent));
  }

  async list(owner: string): Promise<Grant[]> {
    const rows = await this.db.select().from(toolGrants).where(eq(toolGrants.owner, owner));
    return rows.map(({ agent, tool, granted_at }) => ({ agent, tool, granted_at }));
  }

  /** Idempotent. */
  async add(owner: string, agent: string, tool: string): Promise<void> {
    this.forget(owner, agent);
    await this.db
      .insert(toolGrants)
      .values({ owner, agent, tool, granted_at: this.now() })
      .onConflictDoNothing();
    this.forget(owner, agent);
  }

  /** Returns false if there was none. */
  async remove(owner: string, agent: string, tool: string): Promise<boolean> {
    const where = and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent), eq(toolGrants.tool, tool));
    const gone = await this.db.delete(toolGrants).where(where).returning({ tool: toolGrants.tool });
    this.forget(owner, agent);
    return gone.length > 0;
  }
}

function keyOf(owner: string, agent: string): string {
  return `${owner}\n${agent}`;
}
