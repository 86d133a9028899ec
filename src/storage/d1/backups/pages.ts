/** Ids of conversations and people a page at a time, as a backup takes them, and whether there are any. */
import { and, count, gt, gte } from "drizzle-orm";
import { openDatabase } from "../database.ts";
import { conversations } from "../schema/core.ts";
import { persons } from "../schema/people.ts";

/** Ids of a page: each wakes an object. */
const AT_ONCE = 25;

export interface IdPage {
  ids: string[];
  next: string | null;
}

/** Conversations that changed at that time (ms since the epoch) or later. */
export async function conversationsAfter(
  db: D1Database,
  { after, since }: { after: string; since: number },
): Promise<IdPage> {
  const rows = await openDatabase(db)
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(gt(conversations.id, after), gte(conversations.updated_at, since)))
    .orderBy(conversations.id)
    .limit(AT_ONCE);
  return pageOf(rows);
}

export async function personsAfter(db: D1Database, after: string): Promise<IdPage> {
  const ids = openDatabase(db).select({ id: persons.id }).from(persons);
  return pageOf(await ids.where(gt(persons.id, after)).orderBy(persons.id).limit(AT_ONCE));
}

/** Whether there is no conversation, and nobody but the operator. */
export async function isNew(binding: D1Database): Promise<boolean> {
  const db = openDatabase(binding);
  const [[talks], [people]] = await Promise.all([
    db.select({ there: count() }).from(conversations),
    db.select({ there: count() }).from(persons),
  ]);
  return talks?.there === 0 && (people?.there ?? 0) <= 1;
}

function pageOf(rows: readonly { id: string }[]): IdPage {
  const ids = rows.map(({ id }) => id);
  return { ids, next: ids.length < AT_ONCE ? null : (ids.at(-1) ?? null) };
}
