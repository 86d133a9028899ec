/** Conversations as lists show them. */
import { sql } from "drizzle-orm";
import type { ConversationSummary } from "../../../channels/web/wire.ts";
import { conversations } from "../schema/core.ts";
import { conversationReads } from "../schema/inbox.ts";

export type ConversationRow = typeof conversations.$inferSelect;

/** A row as listed for one person. */
export type ListedRow = ConversationRow & { unread: number };

export function summaryForReader({ unread, ...row }: ListedRow): ConversationSummary {
  return { ...summaryOf(row), unread: unread === 1 };
}

/** The conversation has messages that this person has not read. */
export function isUnreadBy(person: string) {
  const { person_id, conversation_id, read_seq } = conversationReads;
  const read = sql`SELECT ${read_seq} FROM ${conversationReads}
    WHERE ${person_id} = ${person} AND ${conversation_id} = ${conversations}.${sql.identifier("id")}`;
  return sql<number>`${conversations}.${sql.identifier("said_seq")} > coalesce((${read}), 0)`.as("unread");
}

export function summaryOf(row: ConversationRow): ConversationSummary {
  const { id, owner, title, agent, room, model, mode, pinned, archived, folder, state } = row;
  const { message_count, cost_usd } = row;
  return {
    id,
    owner,
    title,
    agent,
    room,
    model,
    mode,
    pinned,
    archived,
    tags: JSON.parse(row.tags) as string[],
    folder,
    state,
    message_count,
    cost_usd,
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}
