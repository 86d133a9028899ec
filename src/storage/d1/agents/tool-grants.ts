/** Tools that owners have allowed for good: the agent may use them without asking. */
import { and, eq } from "drizzle-orm";
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { Database } from "../database.ts";
import { toolGrants } from "../schema/tools.ts";

export interface Grant {
  agent: string;
  tool: string;
  /** ms since the epoch. */
  granted_at: number;
}

export class ToolGrants {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly cached: SwrCache<string[], readonly [owner: string, agent: string]>;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
    // A grant that was revoked in another isolate holds here for ten seconds at most.
    this.cached = new SwrCache({ read: (of) => this.read(of), now, stale_ms: 10_000, on_failure: "reject" });
  }

  /** The tools that this agent need not ask for. */
  of(owner: string, agent: string): string[] | Promise<string[]> {
    return this.cached.get([owner, agent]);
  }

  private async read([owner, agent]: readonly [owner: string, agent: string]): Promise<string[]> {
    const rows = await this.db
      .select({ tool: toolGrants.tool })
      .from(toolGrants)
      .where(and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent)));
    return rows.map(({ tool }) => tool);
  }

  async list(owner: string): Promise<Grant[]> {
    const rows = await this.db.select().from(toolGrants).where(eq(toolGrants.owner, owner));
    return rows.map(({ agent, tool, granted_at }) => ({ agent, tool, granted_at }));
  }

  /** Idempotent. */
  async add(owner: string, agent: string, tool: string): Promise<void> {
    this.cached.forget([owner, agent]);
    await this.db
      .insert(toolGrants)
      .values({ owner, agent, tool, granted_at: this.now() })
      .onConflictDoNothing();
    this.cached.forget([owner, agent]);
  }

  /** Returns false if there was none. */
  async remove(owner: string, agent: string, tool: string): Promise<boolean> {
    const where = and(eq(toolGrants.owner, owner), eq(toolGrants.agent, agent), eq(toolGrants.tool, tool));
    const gone = await this.db.delete(toolGrants).where(where).returning({ tool: toolGrants.tool });
    this.cached.forget([owner, agent]);
    return gone.length > 0;
  }
}
