/** Finds the conversation to which a client's message history belongs. */
import { and, desc, eq } from "drizzle-orm";
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

  async find(owner: string, digest: string): Promise<KnownHistory | undefined> {
    const { conversation_id, instructions } = histories;
    const [known] = await this.db
      .select({ conversation_id, instructions })
      .from(histories)
      .where(and(eq(histories.owner, owner), eq(histories.digest, digest)))
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
