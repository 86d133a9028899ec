/**
 * The index of conversations, for lists and searches. The conversation's own Durable Object is the source of
 * truth.
 */
import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { feedback } from "../schema/agents.ts";
import { conversations } from "../schema/core.ts";
import { histories } from "../schema/histories.ts";
import { conversationReads } from "../schema/inbox.ts";
import { conversationMembers } from "../schema/members.ts";
import type { ConversationRow } from "./conversation-summary.ts";
import { type ListPage, type ListQuery, listPage } from "./list-page.ts";
import { INSERT_OR_RENEW, INSERT_UNLESS_THERE, rowsAsJson } from "./written.ts";

export type NewConversation = typeof conversations.$inferInsert;

export interface IndexedMember {
  person: string;
  rights: readonly string[];
  /** ms since the epoch. */
  at: number;
}

/** A folder or a tag, with its number of conversations. */
export interface Label {
  name: string;
  conversations: number;
}

export interface NewestQuery {
  /** Names of channels. */
  on: readonly string[];
  /** An id. */
  except: string;
  isOwnChat: boolean;
}

export class ConversationIndex {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Returns the stored row: a second insert of the same id changes nothing. */
  async insert(row: NewConversation): Promise<ConversationRow> {
    const [inserted] = await this.db.insert(conversations).values(row).onConflictDoNothing().returning();
    const stands = inserted ?? (await this.get(row.id));
    if (!stands) throw new Error(`conversation ${row.id} was removed while it was made`);
    return stands;
  }

  /** Like `insert`, for callers that do not need the stored rows. */
  async note(...rows: NewConversation[]): Promise<void> {
    await this.db.$client.prepare(INSERT_UNLESS_THERE).bind(rowsAsJson(rows)).run();
  }

  async get(id: string): Promise<ConversationRow | undefined> {
    return (await this.db.select().from(conversations).where(eq(conversations.id, id)).limit(1))[0];
  }

  /** Pinned first, then newest first. The cursor is the position of the last item. */
  list(query: ListQuery): Promise<ListPage> {
    return listPage(this.db, query);
  }

  async patch(
    id: string,
    change: Partial<
      Pick<ConversationRow, "title" | "pinned" | "archived" | "tags" | "folder" | "model" | "mode" | "agent">
    >,
  ): Promise<void> {
    if (Object.keys(change).length > 0)
      await this.db.update(conversations).set(change).where(eq(conversations.id, id));
  }

  async remove(id: string): Promise<void> {
    const [members] = this.membersOf(id, []);
    const reads = this.db.delete(conversationReads).where(eq(conversationReads.conversation_id, id));
    const history = this.db.delete(histories).where(eq(histories.conversation_id, id));
    const row = this.db.delete(conversations).where(eq(conversations.id, id));
    const said = this.db.delete(feedback).where(eq(feedback.conversation_id, id));
    await this.db.batch([row, members, reads, history, said]);
  }

  async ids(owner: string): Promise<string[]> {
    const rows = await this.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.owner, owner));
    return rows.map((row) => row.id);
  }

  /**
   * The owner's newest conversation on any of these channels, without archived ones and `except`. `isOwnChat`
   * keeps only chats that the owner alone reads: a host also owns conversations of guests and groups, and
   * those would read what is said there.
   */
  async newest(owner: string, { on, except, isOwnChat }: NewestQuery): Promise<ConversationRow | undefined> {
    const { owner: whose, channel, archived, id, own_chat, updated_at } = conversations;
    const found = this.db
      .select()
      .from(conversations)
      .where(
        and(
          eq(whose, owner),
          inArray(channel, [...on]),
          isOwnChat ? eq(own_chat, true) : undefined,
          eq(archived, false),
          isNull(conversations.room),
          isNull(conversations.parent_conversation_id),
          ne(id, except),
        ),
      );
    return (await found.orderBy(desc(updated_at)).limit(1))[0];
  }

  /** Channels on which the owner has conversations. */
  async channelsOf(owner: string): Promise<string[]> {
    const { channel } = conversations;
    const rows = await this.db
      .selectDistinct({ channel })
      .from(conversations)
      .where(and(eq(conversations.owner, owner), isNull(conversations.parent_conversation_id)));
    return rows.map((row) => row.channel);
  }

  /** All descendants, however deep; the deepest first. */
  async below(id: string): Promise<string[]> {
    const rows = await this.db.all<{ id: string }>(sql`
      WITH RECURSIVE below(id, depth) AS (
        SELECT id, 1 FROM conversations WHERE parent_conversation_id = ${id}
        UNION SELECT c.id, depth + 1 FROM conversations c JOIN below b ON c.parent_conversation_id = b.id WHERE depth < 10
      ) SELECT id FROM below ORDER BY depth DESC`);
    return rows.map((row) => row.id);
  }

  /** Folders and tags of the owner's conversations that are not archived, sorted by name. */
  async labels(owner: string): Promise<{ folders: Label[]; tags: Label[] }> {
    const own = sql`owner = ${owner} AND archived = 0 AND parent_conversation_id IS NULL`;
    const rows = await this.db.all<Label & { kind: "folder" | "tag" }>(sql`
      SELECT 'folder' AS kind, folder AS name, count(*) AS conversations FROM conversations
        WHERE ${own} AND folder <> '' GROUP BY folder
      UNION ALL SELECT 'tag', t.value, count(*) FROM conversations, json_each(tags) t
        WHERE ${own} AND tags <> '[]' GROUP BY t.value ORDER BY kind, name`);
    const of = (wanted: string) =>
      rows
        .filter(({ kind }) => kind === wanted)
        .map(({ name, conversations: count }) => ({ name, conversations: count }));
    return { folders: of("folder"), tags: of("tag") };
  }

  async counts(): Promise<{ conversations: number; messages: number }> {
    const rows = await this.db
      .select({
        conversations: sql<number>`count(*)`,
        messages: sql<number>`coalesce(sum(${conversations.message_count}), 0)`,
      })
      .from(conversations);
    return rows[0] ?? { conversations: 0, messages: 0 };
  }

  /**
   * Number of conversations with activity since `since` (ms since the epoch); `owner` null counts
   * everybody's.
   */
  async active(owner: string | null, since: number): Promise<number> {
    const isTheirs = owner === null ? undefined : eq(conversations.owner, owner);
    const rows = await this.db
      .select({ active: sql<number>`count(*)` })
      .from(conversations)
      .where(and(isTheirs, gt(conversations.updated_at, since)));
    return rows[0]?.active ?? 0;
  }

  /** Owners of conversations with a turn that runs or waits. */
  async busyOwners(most: number): Promise<string[]> {
    const rows = await this.db
      .selectDistinct({ owner: conversations.owner })
      .from(conversations)
      .where(ne(conversations.state, "idle"))
      .limit(most);
    return rows.map(({ owner }) => owner);
  }

  /** Ids of others' conversations that this person is a member of. */
  async joined(person: string): Promise<string[]> {
    const { conversation_id: id, person_id } = conversationMembers;
    const rows = await this.db.select({ id }).from(conversationMembers).where(eq(person_id, person));
    return rows.map((row) => row.id);
  }

  /** Statements of a flush: replace the conversation's members. */
  membersOf(id: string, members: readonly IndexedMember[]) {
    const { conversation_id } = conversationMembers;
    const rows = members.map(({ person, rights, at }) => ({
      conversation_id: id,
      person_id: person,
      rights: JSON.stringify(rights),
      created_at: at,
    }));
    return [
      this.db.delete(conversationMembers).where(eq(conversation_id, id)),
      ...rows.map((row) => this.db.insert(conversationMembers).values(row)),
    ] as const;
  }

  /** Statement of a flush: the object's newer state wins, in whatever order flushes arrive. */
  upsert(rows: readonly NewConversation[]): D1PreparedStatement {
    return this.db.$client.prepare(INSERT_OR_RENEW).bind(rowsAsJson(rows));
  }
}
