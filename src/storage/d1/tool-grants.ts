/** What owners allowed for good: this agent may use this tool without asking. */
import { and, eq } from "drizzle-orm";
import type { Database } from "./database.ts";
import { toolGrants } from "./schema/tools.ts";

export interface Grant {
  agent: string;
  tool: string;
  /** ms since the epoch. */
  granted_at: number;
}

/** ms that a look-up is kept: what another isolate took back holds no longer than that. */
const KEPT_FOR = 2_000;

export class ToolGrants {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly kept = new Map<string, { tools: string[]; until: number }>();

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** The tools that this agent need not ask for. */
  async of(owner: string, agent: string): Promise<string[]> {
    const key = `${owner}\n${agent}`;
    const known = this.kept.get(key);
    if (known && known.until > this.now()) return known.tools;
    const rows = await this.db
      .select({ tool: toolGrants.tool })
      .from(toolGrants)
      .where(and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent)));
    const tools = rows.map(({ tool }) => tool);
    this.kept.set(key, { tools, until: this.now() + KEPT_FOR });
    return tools;
  }

  async list(owner: string): Promise<Grant[]> {
    const rows = await this.db.select().from(toolGrants).where(eq(toolGrants.owner, owner));
    return rows.map(({ agent, tool, granted_at }) => ({ agent, tool, granted_at }));
  }

  /** Idempotent. */
  async add(owner: string, agent: string, tool: string): Promise<void> {
    this.kept.delete(`${owner}\n${agent}`);
    await this.db
      .insert(toolGrants)
      .values({ owner, agent, tool, granted_at: this.now() })
      .onConflictDoNothing();
    this.kept.delete(`${owner}\n${agent}`);
  }

  /** False: there was none. */
  async remove(owner: string, agent: string, tool: string): Promise<boolean> {
    const where = and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent), eq(toolGrants.tool, tool));
    const gone = await this.db.delete(toolGrants).where(where).returning({ tool: toolGrants.tool });
    this.kept.delete(`${owner}\n${agent}`);
    return gone.length > 0;
  }
}
