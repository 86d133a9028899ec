/** Feedback in D1: one row for each answer and person. */
import { and, count, desc, eq, exists, getTableColumns, gte, lt, or, type SQL, sql } from "drizzle-orm";
import type { Feedback, FeedbackCounts, SeenFeedback } from "../../../agents/feedback.ts";
import type { Database } from "../database.ts";
import { agents, feedback } from "../schema/agents.ts";
import { conversations } from "../schema/core.ts";
import { conversationMembers } from "../schema/members.ts";

export class D1FeedbackStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Replaces what that person has said of that answer. */
  async put(row: Feedback): Promise<void> {
    const { rating, reasons, word, answer, updated_at } = row;
    await this.db
      .insert(feedback)
      .values(row)
      .onConflictDoUpdate({
        target: [feedback.conversation_id, feedback.message_id, feedback.owner],
        set: { rating, reasons, word, answer, updated_at },
      });
  }

  /** Idempotent. */
  async remove(owner: string, conversation_id: string, message_id: string): Promise<void> {
    const isOn = and(eq(feedback.conversation_id, conversation_id), eq(feedback.message_id, message_id));
    await this.db.delete(feedback).where(and(eq(feedback.owner, owner), isOn));
  }

  /** A person's own; of one conversation, or all. */
  async given(owner: string, conversation_id?: string): Promise<Feedback[]> {
    const isThere = conversation_id === undefined ? undefined : eq(feedback.conversation_id, conversation_id);
    const query = this.db
      .select()
      .from(feedback)
      .where(and(eq(feedback.owner, owner), isThere));
    return query.orderBy(feedback.id) as unknown as Promise<Feedback[]>;
  }

  /** Newest first. */
  async on(
    agent: string,
    { viewer, before, limit }: { viewer: string; before: string | undefined; limit: number },
  ): Promise<SeenFeedback[]> {
    const query = this.db
      .select({ ...getTableColumns(feedback), title: sql<string | null>`${conversations.title}` })
      .from(feedback)
      .leftJoin(conversations, and(eq(conversations.id, feedback.conversation_id), this.isReadBy(viewer)))
      .where(and(this.isOn(agent), before === undefined ? undefined : lt(feedback.id, before)));
    return query.orderBy(desc(feedback.id)).limit(limit) as unknown as Promise<SeenFeedback[]>;
  }

  async counts(agent: string): Promise<FeedbackCounts> {
    const rows = await this.db
      .select({ rating: feedback.rating, n: count() })
      .from(feedback)
      .where(this.isOn(agent))
      .groupBy(feedback.rating);
    const of = (rating: "up" | "down") => rows.find((row) => row.rating === rating)?.n ?? 0;
    return { up: of("up"), down: of("down") };
  }

  private isReadBy(viewer: string): SQL | undefined {
    const { conversation_id, person_id } = conversationMembers;
    const isMember = this.db
      .select()
      .from(conversationMembers)
      .where(and(eq(conversation_id, conversations.id), eq(person_id, viewer)));
    return or(eq(conversations.owner, viewer), exists(isMember));
  }

  /** Feedback on an earlier agent of that slug is not on this one. */
  private isOn(slug: string): SQL | undefined {
    const begin = this.db.select({ at: agents.created_at }).from(agents).where(eq(agents.slug, slug));
    return and(eq(feedback.agent, slug), gte(feedback.created_at, sql`(${begin})`));
  }
}
