/** One page of a person's conversations: their own, and those they are a member of. */
import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { ConversationSummary } from "../../../channels/web/wire.ts";
import type { Database } from "../database.ts";
import { isIn } from "../is-in.ts";
import { conversations } from "../schema/core.ts";
import { conversationMembers } from "../schema/members.ts";
import { type ConversationRow, isUnreadBy, summaryForReader } from "./conversation-summary.ts";

export interface ListQuery {
  /** The person whose conversations are listed, including those they are a member of. */
  owner: string;
  /** Matches part of the title, or the conversation is among `said_in`. */
  q?: string;
  said_in?: readonly string[];
  cursor?: string;
  limit: number;
  archived: boolean;
  /** In this folder; with this tag. */
  folder?: string;
  tag?: string;
  /**
   * Only this conversation's children; absent: only conversations that neither another one nor the system has
   * started.
   */
  parent?: string;
}

export interface ListPage {
  items: ConversationSummary[];
  next_cursor: string | null;
}

/** Pinned first, then newest first. The cursor is the position of the last item. */
export async function listPage(db: Database, query: ListQuery): Promise<ListPage> {
  const { parent_conversation_id: parent } = conversations;
  const after = query.cursor ? parseCursor(query.cursor) : undefined;
  const rows = await db
    .select({ ...getTableColumns(conversations), unread: isUnreadBy(query.owner) })
    .from(conversations)
    .where(
      and(
        or(eq(conversations.owner, query.owner), isMember(db, query.owner)),
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
    items: page.map(summaryForReader),
    next_cursor: rows.length > query.limit && last ? cursorOf(last) : null,
  };
}

function isMember(db: Database, person: string) {
  const { conversation_id, person_id } = conversationMembers;
  const theirs = db.select({ id: conversation_id }).from(conversationMembers);
  return inArray(conversations.id, theirs.where(eq(person_id, person)));
}

const MOST_SOUGHT = 200;

function isTitled(text: string) {
  return isIn(conversations.title, text.slice(0, MOST_SOUGHT));
}

function isTagged(tag: string) {
  return sql`EXISTS (SELECT 1 FROM json_each(${conversations.tags}) WHERE value = ${tag})`;
}

/** Passed as JSON: D1 takes at most 100 parameters. */
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
