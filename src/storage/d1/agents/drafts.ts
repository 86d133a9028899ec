/**
 * Draft agents, which somebody tries out before they are created or saved: rows beside the agents, in no list
 * and with slugs that no address can name. Drafts of one preview are removed together.
 */
import { and, lt } from "drizzle-orm";
import type { AgentFields } from "../../../agents/fields.ts";
import { DRAFT_MARK } from "../../../domain/agent.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { Database } from "../database.ts";
import { beginsWith } from "../is-in.ts";
import { agents } from "../schema/agents.ts";
import { conversations } from "../schema/core.ts";

const MOST_LEFT = 200;

export class AgentDrafts {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /**
   * Returns its slug. Drafts are never edited, so that no turn answers with an outdated one: a change makes
   * another draft.
   */
  async add(preview: ConversationId, fields: AgentFields): Promise<string> {
    const at = this.now();
    const slug = `${marked(preview)}.${at.toString(36)}`;
    const row = { slug, fields: JSON.stringify(fields), version: 1, created_at: at, updated_at: at };
    await this.db.insert(agents).values(row).onConflictDoUpdate({ target: agents.slug, set: row });
    return slug;
  }

  async remove(preview: ConversationId): Promise<void> {
    await this.db.delete(agents).where(beginsWith(agents.slug, `${marked(preview)}.`));
  }

  /** Preview conversations that began before that time (ms since the epoch) and have not ended. */
  async left(before: number): Promise<string[]> {
    const { id, agent, created_at } = conversations;
    const isOld = and(beginsWith(agent, DRAFT_MARK), lt(created_at, before));
    const rows = await this.db.select({ id }).from(conversations).where(isOld).limit(MOST_LEFT);
    return rows.map((row) => row.id);
  }

  /** Removes drafts from before that time, whether or not their previews have ended. */
  async removeOld(before: number): Promise<void> {
    const { slug, updated_at } = agents;
    await this.db.delete(agents).where(and(beginsWith(slug, DRAFT_MARK), lt(updated_at, before)));
  }
}

function marked(preview: ConversationId): string {
  return `${DRAFT_MARK}${preview}`;
}
