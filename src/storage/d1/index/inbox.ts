/** Items that wait for a person over all their conversations, and how far they have read. */
import { and, desc, eq, getTableColumns, isNull, ne, or, sql } from "drizzle-orm";
import type { ConversationSummary } from "../../../channels/web/wire.ts";
import type { AskNote, Attention } from "../../../domain/conversation/attention.ts";
import type { Database } from "../database.ts";
import { conversations } from "../schema/core.ts";
import { conversationReads, inboxMarks } from "../schema/inbox.ts";
import { conversationMembers } from "../schema/members.ts";
import { isUnreadBy, summaryForReader } from "./conversation-summary.ts";

/** A conversation with an item that waits for a person. */
export interface AttentionItem {
  conversation: ConversationSummary;
  attention: Attention;
}

/** A conversation with messages that a person has not read. */
export interface Unread extends ConversationSummary {
  /** The beginning of the newest answer, as plain text. */
  said: string;
}

/** Data for a notification about a conversation. */
export interface ConversationNews {
  id: string;
  title: string;
  said_seq: number;
  unread: boolean;
  /** ms since the epoch. */
  updated_at: number;
  /** Questions that the person may answer. */
  asks: AskNote[];
}

const MOST = 200;
const MOST_UNREAD = 100;
const MOST_TOLD = 50;

export class InboxStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Conversations that this person owns, or in which they may decide. */
  async attended(person: string): Promise<AttentionItem[]> {
    const { owner, attention, archived, parent_conversation_id: parent } = conversations;
    const rows = await this.db
      .select({ ...getTableColumns(conversations), unread: isUnreadBy(person) })
      .from(conversations)
      .where(
        and(
          or(eq(owner, person), decidesIn(person)),
          ne(attention, ""),
          eq(archived, false),
          // A child's question is asked in its parent.
          isNull(parent),
        ),
      )
      .orderBy(desc(conversations.updated_at))
      .limit(MOST);
    return rows.map((row) => ({
      conversation: summaryForReader(row),
      attention: JSON.parse(row.attention) as Attention,
    }));
  }

  /** Newest first. */
  async unread(person: string): Promise<Unread[]> {
    const rows = await this.db
      .select({ ...getTableColumns(conversations), unread: isUnreadBy(person) })
      .from(conversations)
      .where(and(isListedFor(person), eq(conversations.archived, false), sql`unread = 1`))
      .orderBy(desc(conversations.updated_at))
      .limit(MOST_UNREAD);
    return rows.map((row) => ({ ...summaryForReader(row), said: row.said }));
  }

  /** These conversations as in that person's list, without those that are not theirs, or are gone. */
  async some(person: string, ids: readonly string[]): Promise<ConversationSummary[]> {
    const wanted = JSON.stringify(ids.slice(0, MOST_TOLD));
    const rows = await this.db
      .select({ ...getTableColumns(conversations), unread: isUnreadBy(person) })
      .from(conversations)
      .where(and(isListedFor(person), sql`${conversations.id} IN (SELECT value FROM json_each(${wanted}))`));
    return rows.map(summaryForReader);
  }

  /** News of these conversations for that person; none for those that are not theirs. */
  async newsOf(person: string, ids: readonly string[]): Promise<ConversationNews[]> {
    const { id, owner, title, said_seq, attention, updated_at } = conversations;
    const wanted = JSON.stringify(ids.slice(0, MOST_TOLD));
    const mayDecide = sql<number>`(${owner} = ${person} OR ${decidesIn(person)})`.as("may_decide");
    const rows = await this.db
      .select({ id, title, said_seq, attention, updated_at, unread: isUnreadBy(person), mayDecide })
      .from(conversations)
      .where(
        and(
          isListedFor(person),
          eq(conversations.archived, false),
          sql`${id} IN (SELECT value FROM json_each(${wanted}))`,
        ),
      );
    return rows.map(({ attention: text, mayDecide: may, unread, ...news }) => {
      const asks = text === "" || may !== 1 ? [] : (JSON.parse(text) as Attention).asks;
      return { ...news, unread: unread === 1, asks };
    });
  }

  /**
   * Marks events up to `seq` as read. Returns how far they have read; undefined if the conversation is not in
   * their lists.
   */
  async read(person: string, conversation_id: string, seq: number): Promise<number | undefined> {
    const { person_id, conversation_id: id, read_seq } = conversationReads;
    const [known] = await this.some(person, [conversation_id]);
    if (!known) return undefined;
    const [row] = await this.db
      .insert(conversationReads)
      .values({ person_id: person, conversation_id, read_seq: seq })
      .onConflictDoUpdate({ target: [person_id, id], set: { read_seq: sql`max(${read_seq}, ${seq})` } })
      .returning();
    return row?.read_seq;
  }

  /** Time up to which they have seen failures, in ms since the epoch. */
  async clearedAt(person: string): Promise<number> {
    const [row] = await this.db.select().from(inboxMarks).where(eq(inboxMarks.person_id, person)).limit(1);
    return row?.cleared_at ?? 0;
  }

  async clear(person: string, at: number): Promise<void> {
    const set = { cleared_at: at };
    await this.db
      .insert(inboxMarks)
      .values({ person_id: person, ...set })
      .onConflictDoUpdate({ target: inboxMarks.person_id, set });
  }

  /** The persons who have these conversations in their lists. */
  async readersOf(ids: readonly string[]): Promise<{ id: string; person: string }[]> {
    const wanted = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
    return this.db.all<{ id: string; person: string }>(sql`
      SELECT id, owner AS person FROM conversations WHERE id IN ${wanted}
      UNION SELECT conversation_id, person_id FROM conversation_members WHERE conversation_id IN ${wanted}`);
  }
}

function isListedFor(person: string) {
  const { conversation_id, person_id } = conversationMembers;
  const mine = sql`SELECT ${conversation_id} FROM ${conversationMembers} WHERE ${person_id} = ${person}`;
  const isTheirs = or(eq(conversations.owner, person), sql`${conversations.id} IN (${mine})`);
  return and(isTheirs, isNull(conversations.parent_conversation_id));
}

function decidesIn(person: string) {
  const { conversation_id, person_id, rights } = conversationMembers;
  return sql`${conversations.id} IN (SELECT ${conversation_id} FROM ${conversationMembers}
    WHERE ${person_id} = ${person} AND ${rights} LIKE '%approve%')`;
}
