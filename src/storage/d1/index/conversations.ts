/** The index of conversations: what lists and searches show. The conversation's own object is the truth. */
import { and, desc, eq, getTableColumns, gt, inArray, isNull, like, lt, ne, or, sql } from "drizzle-orm";
import type { ConversationSummary } from "../../../channels/web/wire.ts";
import type { Database } from "../database.ts";
import { conversations } from "../schema/core.ts";
import { conversationReads } from "../schema/inbox.ts";
import { conversationMembers } from "../schema/members.ts";

export type ConversationRow = typeof conversations.$inferSelect;
export type NewConversation = typeof conversations.$inferInsert;

export interface IndexedMember {
  person: string;
  rights: readonly string[];
  /** ms since the epoch. */
  at: number;
}

/** A folder or a tag, and how many conversations have it. */
export interface Label {
  name: string;
  conversations: number;
}

export interface ListQuery {
  /** Those of this person, and those they are a member of. */
  owner: string;
  /** Part of the title; or it is one of those in which that was said. */
  q?: string;
  said_in?: readonly string[];
  cursor?: string;
  limit: number;
  archived: boolean;
  /** In this folder; of this tag. */
  folder?: string;
  tag?: string;
  /** Those that this one has set going; absent: those that neither another nor the system has for itself. */
  parent?: string;
}

export class ConversationIndex {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  /** Returns what stands there: a second insert of the same id changes nothing. */
  async insert(row: NewConversation): Promise<ConversationRow> {
    const [inserted] = await this.db.insert(conversations).values(row).onConflictDoNothing().returning();
    const stands = inserted ?? (await this.get(row.id));
    if (!stands) throw new Error(`conversation ${row.id} was removed while it was made`);
    return stands;
  }

  async get(id: string): Promise<ConversationRow | undefined> {
    return (await this.db.select().from(conversations).where(eq(conversations.id, id)).limit(1))[0];
  }

  /** Pinned first, then the newest. The cursor is the last item's place. */
  async list(query: ListQuery): Promise<{ items: ConversationSummary[]; next_cursor: string | null }> {
    const { parent_conversation_id: parent } = conversations;
    const after = query.cursor ? parseCursor(query.cursor) : undefined;
    const rows = await this.db
      .select({ ...getTableColumns(conversations), unread: isUnreadBy(query.owner) })
      .from(conversations)
      .where(
        and(
          or(eq(conversations.owner, query.owner), this.isMember(query.owner)),
          query.parent === undefined
            ? and(
                eq(conversations.archived, query.archived),
                isNull(parent),
                ne(conversations.channel, "system"),
              )
            : eq(parent, query.parent),
          query.folder === undefined ? undefined : eq(conversations.folder, query.folder),
          query.tag === undefined ? undefined : isTagged(query.tag),
          query.q ? or(isTitled(query.q), isOneOf(query.said_in ?? [])) : undefined,
          after ? olderThan(after) : undefined,
        ),
      )
      .orderBy(desc(conversations.pinned), desc(conversations.updated_at), desc(conversations.id))
      .limit(query.limit + 1);
    const page = rows.slice(0, query.limit);
    const last = page.at(-1);
    return {
      items: page.map(listed),
      next_cursor: rows.length > query.limit && last ? cursorOf(last) : null,
    };
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
    await this.db.batch([this.db.delete(conversations).where(eq(conversations.id, id)), members, reads]);
  }

  async ids(owner: string): Promise<string[]> {
    const rows = await this.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.owner, owner));
    return rows.map((row) => row.id);
  }

  /** The owner's newest one on any of these channels, archived ones and `except` left out. */
  async newest(
    owner: string,
    channels: readonly string[],
    except: string,
  ): Promise<ConversationRow | undefined> {
    const { owner: whose, channel, archived, id, updated_at } = conversations;
    const found = this.db
      .select()
      .from(conversations)
      .where(
        and(
          eq(whose, owner),
          inArray(channel, [...channels]),
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

  /** All that it has set going, and what those have, however deep; those that are deepest first. */
  async below(id: string): Promise<string[]> {
    const rows = await this.db.all<{ id: string }>(sql`
      WITH RECURSIVE below(id, depth) AS (
        SELECT id, 1 FROM conversations WHERE parent_conversation_id = ${id}
        UNION SELECT c.id, depth + 1 FROM conversations c JOIN below b ON c.parent_conversation_id = b.id WHERE depth < 10
      ) SELECT id FROM below ORDER BY depth DESC`);
    return rows.map((row) => row.id);
  }

  /** Folders and tags of one's own conversations that are not archived, by name. */
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

  /** With something new since `since` (ms since the epoch); `owner` null counts everybody's. */
  async active(owner: string | null, since: number): Promise<number> {
    const isTheirs = owner === null ? undefined : eq(conversations.owner, owner);
    const rows = await this.db
      .select({ active: sql<number>`count(*)` })
      .from(conversations)
      .where(and(isTheirs, gt(conversations.updated_at, since)));
    return rows[0]?.active ?? 0;
  }

  /** Statements of a flush: these are its members, and no others. */
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

  private isMember(person: string) {
    const { conversation_id, person_id } = conversationMembers;
    const theirs = this.db.select({ id: conversation_id }).from(conversationMembers);
    return inArray(conversations.id, theirs.where(eq(person_id, person)));
  }

  /** Statement of a flush: newer state of the object wins, whenever it arrives. */
  upsert(row: NewConversation) {
    const {
      id: _id,
      owner: _owner,
      created_at: _created,
      pinned: _pinned,
      tags: _tags,
      folder: _folder,
      archived: _archived,
      parent_conversation_id: _parent,
      ...set
    } = row;
    return this.db
      .insert(conversations)
      .values(row)
      .onConflictDoUpdate({
        target: conversations.id,
        set: { ...set, said_seq: sql`max(${conversations.said_seq}, excluded.said_seq)` },
        setWhere: sql`${conversations.revision} <= ${row.revision ?? 0}`,
      });
  }
}

/** As a list shows it to one person. */
export type ListedRow = ConversationRow & { unread: number };

export function listed({ unread, ...row }: ListedRow): ConversationSummary {
  return { ...summaryOf(row), unread: unread === 1 };
}

/** Something was said there that this person has not read. */
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

function isTitled(text: string) {
  return like(conversations.title, `%${text.slice(0, 40).replace(/[%_]/g, "")}%`);
}

function isTagged(tag: string) {
  return sql`EXISTS (SELECT 1 FROM json_each(${conversations.tags}) WHERE value = ${tag})`;
}

/** As JSON: D1 takes 100 parameters, not more. */
function isOneOf(ids: readonly string[]) {
  return sql`${conversations.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
}

interface Place {
  pinned: boolean;
  updated_at: number;
  id: string;
}

function cursorOf(row: ConversationRow): string {
  return `${row.pinned ? 1 : 0}.${row.updated_at}.${row.id}`;
}

function parseCursor(text: string): Place | undefined {
  const match = /^([01])\.(\d+)\.(\w+)$/.exec(text);
  return match ? { pinned: match[1] === "1", updated_at: Number(match[2]), id: match[3] ?? "" } : undefined;
}

function olderThan({ pinned, updated_at, id }: Place) {
  const { pinned: p, updated_at: u, id: i } = conversations;
  const within = and(eq(p, pinned), or(lt(u, updated_at), and(eq(u, updated_at), lt(i, id))));
  return pinned ? or(within, eq(p, false)) : within;
}
