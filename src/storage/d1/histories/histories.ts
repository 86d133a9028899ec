/** Finds the state of a conversation to which a client's message history belongs. */
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { FoundHistory, Histories, KnownHistory } from "../../../completions/histories.ts";
import type { Database } from "../database.ts";
import { histories } from "../schema/histories.ts";

const STATE = {
  conversation_id: histories.conversation_id,
  digest: histories.digest,
  instructions: histories.instructions,
  message_id: histories.message_id,
  turn_id: histories.turn_id,
  is_newest: sql<number>`NOT EXISTS (SELECT 1 FROM histories later
    WHERE later.conversation_id = histories.conversation_id AND later.updated_at > histories.updated_at)`,
};

export class D1Histories implements Histories {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async find(owner: string, digests: readonly string[]): Promise<FoundHistory | undefined> {
    if (digests.length === 0) return undefined;
    const rows = await this.db
      .select(STATE)
      .from(histories)
      .where(and(eq(histories.owner, owner), inArray(histories.digest, [...digests])))
      .orderBy(desc(histories.updated_at));
    const [first] = rows.sort((a, b) => digests.indexOf(a.digest) - digests.indexOf(b.digest));
    return first && foundOf(first);
  }

  async ofConversation(
    owner: string,
    { conversation_id, turn_id }: Pick<KnownHistory, "conversation_id" | "turn_id">,
  ): Promise<FoundHistory | undefined> {
    const [row] = await this.db
      .select(STATE)
      .from(histories)
      .where(and(eq(histories.conversation_id, conversation_id), eq(histories.owner, owner)))
      .orderBy(desc(sql`${histories.turn_id} IS ${turn_id ?? ""}`), desc(histories.updated_at))
      .limit(1);
    return row && foundOf(row);
  }

  async keep(owner: string, known: KnownHistory): Promise<void> {
    const row = { ...known, owner, updated_at: this.now() };
    await this.db
      .insert(histories)
      .values(row)
      .onConflictDoUpdate({ target: [histories.conversation_id, histories.digest], set: row });
  }
}

function foundOf({ is_newest, ...known }: KnownHistory & { is_newest: number }): FoundHistory {
  return { ...known, is_newest: is_newest === 1 };
}
