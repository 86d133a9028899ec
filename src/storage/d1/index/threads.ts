/** Threads as rows: their current conversations and their bindings. */
import { and, desc, eq, exists, inArray, isNull, lt, notExists, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type ConversationId, trustId } from "../../../domain/ids.ts";
import type { Channel } from "../../../domain/inbound.ts";
import type { Binding, ChannelDefaults, Place, ReportedPlace, Thread } from "../../../routing/threads.ts";
import type { Database } from "../database.ts";
import { channelDefaults, threads } from "../schema/core.ts";
import { chunks } from "../schema/memory/passages.ts";
import { identities, persons } from "../schema/people.ts";

type Row = typeof threads.$inferSelect;
type Changes = Partial<Record<"conversation_id" | "agent" | "room", string | null>> & {
  name?: string;
  answers_all?: boolean;
  mirror?: boolean;
  is_group?: boolean;
  updated_at?: number;
  generation?: SQL;
  previous_id?: SQL;
};

export interface ListedThread extends Thread {
  updated_at: number;
}

/** One page of a list, newest first. */
export interface ThreadQuery {
  /** Null: everybody's. */
  owner: string | null;
  before: number | null;
  limit: number;
}

/** Passages at the beginning of a conversation that are looked through for the name of its speaker. */
const FIRST_WORDS = 50;

export class ThreadStore {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async at(place: Place): Promise<Thread | undefined> {
    const [row] = await this.db.select().from(threads).where(at(place)).limit(1);
    return row && threadOf(row);
  }

  async defaults({
    channel,
    account,
  }: Pick<Place, "channel" | "account">): Promise<ChannelDefaults | undefined> {
    const isIt = and(eq(channelDefaults.channel, channel), eq(channelDefaults.account, account));
    const [row] = await this.db.select().from(channelDefaults).where(isIt).limit(1);
    return row && { default_agent: row.default_agent, fallback_agent: row.fallback_agent };
  }

  async setDefaults(of: Pick<Place, "channel" | "account">, defaults: ChannelDefaults): Promise<void> {
    const values = { channel: of.channel, account: of.account, ...defaults, updated_at: this.now() };
    const target = [channelDefaults.channel, channelDefaults.account];
    await this.db.insert(channelDefaults).values(values).onConflictDoUpdate({ target, set: values });
  }

  /** An existing link wins. */
  async link(place: ReportedPlace, owner: string, conversation_id: ConversationId): Promise<void> {
    const { is_group, name } = place;
    const told = {
      ...(is_group !== undefined && { is_group }),
      ...(name !== undefined && { name: name.slice(0, 100) }),
    };
    const set = { conversation_id, ...told, updated_at: this.now() };
    await this.put(place, { owner, ...set }, { set, setWhere: isNull(threads.conversation_id) });
  }

  async bind(place: Place, owner: string, binding: Binding): Promise<Thread> {
    const set = { ...boundTo(binding), updated_at: this.now() };
    await this.put(place, { owner, ...set }, { set: { ...set, ...begunBy(binding) } });
    const bound = await this.at(place);
    if (!bound) throw new Error("a thread that was just bound is not there");
    return bound;
  }

  /** If the new name is known already, neither row is changed. */
  async rename(place: Place, to: string): Promise<void> {
    const there = this.db
      .select({ thread: threads.thread })
      .from(threads)
      .where(at({ ...place, thread: to }));
    await this.db
      .update(threads)
      .set({ thread: to })
      .where(and(at(place), notExists(there)));
  }

  /** Forgets the thread completely. */
  async remove(place: Place): Promise<boolean> {
    const gone = await this.db.delete(threads).where(at(place)).returning({ thread: threads.thread });
    return gone.length > 0;
  }

  /** The thread's next message begins another conversation, if `not` is still the current one. */
  async beginAnew(place: Place, not: ConversationId): Promise<void> {
    await this.reset(and(at(place), eq(threads.conversation_id, not)));
  }

  /** Begins anew all threads of the owner, those of one contact, or those that lead to a conversation. */
  async resetOf(
    owner: string | null,
    target: { contact?: string; conversation?: string },
  ): Promise<Thread[]> {
    const { contact, conversation } = target;
    return this.reset(
      and(
        owner === null ? undefined : eq(threads.owner, owner),
        contact === undefined ? undefined : this.isOf(contact),
        conversation === undefined ? undefined : eq(threads.conversation_id, conversation),
        sql`${threads.conversation_id} IS NOT NULL`,
      ),
    );
  }

  /** Whether a thread of the contact is known, with or without a conversation. */
  async knows(owner: string | null, contact: string): Promise<boolean> {
    const isTheirs = and(owner === null ? undefined : eq(threads.owner, owner), this.isOf(contact));
    return (
      (await this.db.select({ thread: threads.thread }).from(threads).where(isTheirs).limit(1)).length > 0
    );
  }

  /** The contact is named by the thread, by their name or username, or as a person. */
  private isOf(contact: string): SQL | undefined {
    const isNamed = (column: SQLiteColumn) => sql`lower(${column}) = lower(${contact})`;
    const linked = this.db
      .select({ id: identities.person_id })
      .from(identities)
      .where(and(eq(identities.channel, threads.channel), isNamed(identities.name)));
    const known = this.db
      .select({ id: persons.id })
      .from(persons)
      .where(or(eq(persons.id, contact), isNamed(persons.username), isNamed(persons.name)));
    return or(
      eq(threads.thread, contact),
      isNamed(threads.name),
      this.isHeard(isNamed(chunks.speaker)),
      inArray(threads.owner, linked),
      inArray(threads.owner, known),
    );
  }

  /** Chats that were linked before their names were kept: whoever has written there, as memory has it. */
  private isHeard(isSpeaker: SQL): SQL | undefined {
    const conversation = sql`COALESCE(${threads.conversation_id}, ${threads.previous_id})`;
    const isOfChat = and(eq(chunks.owner, threads.owner), eq(chunks.source, conversation));
    const words = this.db
      .select({ id: chunks.id })
      .from(chunks)
      .where(and(isOfChat, lt(chunks.ordinal, FIRST_WORDS), eq(chunks.role, "user"), isSpeaker));
    return and(eq(threads.name, ""), sql`${threads.is_group} IS NOT 1`, exists(words));
  }

  async list({ owner, before, limit }: ThreadQuery): Promise<ListedThread[]> {
    const isListed = and(
      owner === null ? undefined : eq(threads.owner, owner),
      before === null ? undefined : sql`${threads.updated_at} < ${before}`,
    );
    const rows = await this.db
      .select()
      .from(threads)
      .where(isListed)
      .orderBy(desc(threads.updated_at))
      .limit(limit);
    return rows.map((row) => ({ ...threadOf(row), updated_at: row.updated_at }));
  }

  /** Threads that lead to this conversation, latest first. */
  async leadingTo(conversation_id: ConversationId): Promise<ListedThread[]> {
    const rows = await this.db
      .select()
      .from(threads)
      .where(eq(threads.conversation_id, conversation_id))
      .orderBy(desc(threads.updated_at));
    return rows.map((row) => ({ ...threadOf(row), updated_at: row.updated_at }));
  }

  /** That chat and its topics. */
  async within({ channel, account, thread }: Place): Promise<Thread[]> {
    const head = `${thread}:`;
    const isOfIt = or(
      eq(threads.thread, thread),
      sql`substr(${threads.thread}, 1, ${head.length}) = ${head}`,
    );
    const rows = await this.db
      .select()
      .from(threads)
      .where(and(eq(threads.channel, channel), eq(threads.account, account), isOfIt));
    return rows.map(threadOf);
  }

  /** For a deleted conversation: its threads begin another one, and keep their bindings. */
  async forget(conversation_id: string): Promise<void> {
    await this.reset(eq(threads.conversation_id, conversation_id));
  }

  /** Returns the threads as they were before. */
  private async reset(which: SQL | undefined): Promise<Thread[]> {
    const before = await this.db.select().from(threads).where(which);
    const set = {
      ...ENDED,
      mirror: false,
      updated_at: this.now(),
    };
    for (const row of before) {
      const isStill = and(at(row), eq(threads.generation, row.generation));
      await this.db.update(threads).set(set).where(isStill);
    }
    return before.map(threadOf);
  }

  private async put(
    place: Place,
    values: Omit<typeof threads.$inferInsert, keyof Place>,
    conflict: { set: Changes; setWhere?: SQL },
  ): Promise<void> {
    const target = [threads.channel, threads.account, threads.thread];
    const { channel, account, thread } = place;
    await this.db
      .insert(threads)
      .values({ channel, account, thread, ...values })
      .onConflictDoUpdate({ target, ...conflict });
  }
}

function boundTo(
  binding: Binding,
): Pick<Row, "agent" | "room"> & Pick<Changes, "conversation_id" | "answers_all" | "mirror"> {
  const { answers_all } = binding;
  const more = answers_all === undefined ? {} : { answers_all };
  if ("conversation_id" in binding)
    return {
      agent: null,
      room: null,
      conversation_id: binding.conversation_id,
      mirror: binding.mirror === true,
      ...more,
    };
  const { agent, room } = { agent: null, room: null, ...binding };
  return { agent, room, ...more };
}

/** A room has conversations of its own, so binding a thread to one begins another conversation. */
function begunBy(binding: Binding): Changes {
  return "room" in binding ? ENDED : {};
}

/**
 * Ends the thread's current conversation and remembers it, so that messages answered there are not repeated
 * in the next one.
 */
const ENDED = {
  conversation_id: null,
  previous_id: sql`coalesce(${threads.conversation_id}, ${threads.previous_id})`,
  generation: sql`${threads.generation} + 1`,
};

function at({
  channel,
  account,
  thread,
}: {
  channel: string;
  account: string;
  thread: string;
}): SQL | undefined {
  return and(eq(threads.channel, channel), eq(threads.account, account), eq(threads.thread, thread));
}

function threadOf({ updated_at: _, name: __, ...row }: Row): Thread {
  const { conversation_id, previous_id } = row;
  return {
    ...row,
    channel: row.channel as Channel,
    conversation_id: conversation_id === null ? null : trustId<"cnv">(conversation_id),
    previous_id: previous_id === null ? null : trustId<"cnv">(previous_id),
  };
}
