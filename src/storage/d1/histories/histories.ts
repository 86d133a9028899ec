/** Finds the conversation to which a client's message history belongs. */
import { and, desc, eq, type SQL } from "drizzle-orm";
import type { Histories, KnownHistory } from "../../../completions/histories.ts";
import type { Database } from "../database.ts";
import { histories } from "../schema/histories.ts";

export class D1Histories implements Histories {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  find(owner: string, digest: string): Promise<KnownHistory | undefined> {
    return this.newest(owner, eq(histories.digest, digest));
  }

  ofConversation(owner: string, conversation_id: string): Promise<KnownHistory | undefined> {
    return this.newest(owner, eq(histories.conversation_id, conversation_id));
  }

  private async newest(owner: string, which: SQL): Promise<KnownHistory | undefined> {
    const { conversation_id, instructions } = histories;
    const [known] = await this.db
      .select({ conversation_id, instructions })
      .from(histories)
      .where(and(eq(histories.owner, owner), which))
      .orderBy(desc(histories.updated_at))
      .limit(1);
    return known;
  }

  async keep(owner: string, known: KnownHistory & { digest: string }): Promise<void> {
    const row = { ...known, owner, updated_at: this.now() };
    await this.db
      .insert(histories)
      .values(row)
      .onConflictDoUpdate({ target: histories.conversation_id, set: row });
  }
}
