/** Visits in D1: the data about them outside their conversations, and the queries of the door. */
import { and, desc, eq, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ConversationId, trustId } from "../../../domain/ids.ts";
import { isClosed, type RememberedVisit, type VisitStatus } from "../../../domain/visit.ts";
import type { NewVisit, VisitRegistry } from "../../../rooms/door.ts";
import type { VisitRecord, VisitRecorder } from "../../../rooms/ports.ts";
import type { Database } from "../database.ts";
import { persons } from "../schema/people.ts";
import { joinedVisits, roomCares, visits } from "../schema/rooms.ts";

/** More than anybody has open in one room. */
const MOST_OPEN = 20;

/** Times are ms since the epoch. */
export interface ListedVisit {
  id: string;
  /** Id of the person whose visit it is. */
  owner: string;
  /** The person's name; null: they are gone. */
  name: string | null;
  status: VisitStatus;
  started_at: number;
  ended_at: number | null;
  /** As last recorded by its conversation. */
  message_count: number;
  is_shared: boolean;
}

export class D1VisitStore implements VisitRecorder, VisitRegistry {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async record(visit: VisitRecord): Promise<void> {
    await this.db.batch([this.told(visit), ...this.cared(visit)]);
  }

  open(room: string, person: string): Promise<ConversationId[]> {
    return this.openWhere(and(eq(visits.room, room), isTheirs(person)));
  }

  openToOthers(room: string): Promise<ConversationId[]> {
    return this.openWhere(and(eq(visits.room, room), eq(visits.is_shared, true)));
  }

  async begin(visit: NewVisit, { most, since }: { most: number; since: number }) {
    const { id, room, owner, started_at, is_shared, is_in_thread, weather } = visit;
    const theirs = sql`${visits.owner} = ${owner} AND ${visits.room} = ${room}`;
    const waiting = sql`${theirs} AND ${visits.ended_at} IS NULL AND NOT ${visits.is_in_thread} AND NOT ${is_in_thread}`;
    // One statement decides: of two concurrent calls, the second finds the visit that the first has begun.
    const entered = this.db.insert(visits).select(sql`
      SELECT ${id}, ${room}, ${owner}, 'active', ${started_at}, NULL, 0, ${is_shared}, ${is_in_thread}, ${weather && JSON.stringify(weather)}, NULL
      WHERE NOT EXISTS (SELECT 1 FROM ${visits} WHERE ${visits.id} = ${id} OR (${waiting}))
        AND ${countOf({ room, person: owner, since })} < ${most}`);
    const stands = this.db
      .select({ id: visits.id })
      .from(visits)
      .where(sql`${visits.id} = ${id} OR (${waiting})`)
      .orderBy(sql`${visits.id} = ${id} DESC`, desc(visits.started_at))
      .limit(1);
    const [, [row]] = await this.db.batch([entered, stands]);
    return row && trustId<"cnv">(row.id);
  }

  async count(room: string, person: string, since: number): Promise<number> {
    const [row] = await this.db.all<{ count: number }>(
      sql`SELECT ${countOf({ room, person, since })} AS count`,
    );
    return row?.count ?? 0;
  }

  async joined({ id, room, person, at }: Parameters<VisitRegistry["joined"]>[0]): Promise<void> {
    const row = { visit: id, owner: person, room, joined_at: at };
    await this.db.insert(joinedVisits).values(row).onConflictDoNothing();
  }

  /** Ids of all visits that others began and this person joined. */
  async joinedBy(person: string): Promise<string[]> {
    const rows = await this.db
      .select({ id: joinedVisits.visit })
      .from(joinedVisits)
      .where(eq(joinedVisits.owner, person));
    return rows.map((row) => row.id);
  }

  async close(id: ConversationId, at: number): Promise<void> {
    const isStillOpen = and(eq(visits.id, id), isNull(visits.ended_at));
    await this.db.update(visits).set({ status: "ended", ended_at: at }).where(isStillOpen);
  }

  async remembered(
    { room, person, is_shared }: Parameters<VisitRegistry["remembered"]>[0],
    most: number,
  ): Promise<RememberedVisit[]> {
    if (most === 0) return [];
    const wasInCompany = is_shared ? eq(visits.is_shared, true) : undefined;
    const rows = await this.db
      .select()
      .from(visits)
      .where(and(eq(visits.room, room), isTheirs(person), isNotNull(visits.kept), wasInCompany))
      .orderBy(desc(visits.started_at))
      .limit(most);
    return rows.reverse().map(rememberedOf);
  }

  async crisisAt(room: string, person: string): Promise<number | undefined> {
    const isThat = and(eq(roomCares.room, room), eq(roomCares.owner, person));
    return (await this.db.select().from(roomCares).where(isThat))[0]?.crisis_at;
  }

  /**
   * For a deleted conversation: forgets the visit's messages; the visit still counts towards its day's limit.
   */
  async forget(id: string, at: number): Promise<void> {
    const ended_at = sql`coalesce(${visits.ended_at}, ${at})`;
    await this.db.update(visits).set({ status: "ended", ended_at, kept: null }).where(eq(visits.id, id));
  }

  /** Newest first. */
  async list(
    room: string,
    { before, most }: { before?: number | undefined; most: number },
  ): Promise<ListedVisit[]> {
    const { id, owner, status, started_at, ended_at, message_count, is_shared } = visits;
    const isEarlier = before === undefined ? undefined : lt(started_at, before);
    const rows = await this.db
      .select({ id, owner, name: persons.name, status, started_at, ended_at, message_count, is_shared })
      .from(visits)
      .leftJoin(persons, eq(persons.id, owner))
      .where(and(eq(visits.room, room), isEarlier))
      .orderBy(desc(started_at))
      .limit(most);
    return rows.map((row) => ({ ...row, status: row.status as VisitStatus }));
  }

  async isOf(room: string, id: ConversationId): Promise<boolean> {
    const found = this.db
      .select({ id: visits.id })
      .from(visits)
      .where(and(eq(visits.id, id), eq(visits.room, room)));
    return (await found).length > 0;
  }

  private async openWhere(which: SQL | undefined): Promise<ConversationId[]> {
    const isOpen = and(which, isNull(visits.ended_at), eq(visits.is_in_thread, false));
    const rows = await this.db
      .select({ id: visits.id })
      .from(visits)
      .where(isOpen)
      .orderBy(desc(visits.started_at))
      .limit(MOST_OPEN);
    return rows.map((row) => trustId<"cnv">(row.id));
  }

  /** A closed visit stays closed, and the message count never falls. */
  private told({ id, room, owner, kept, crisis: _crisis, ...state }: VisitRecord) {
    const set = { ...state, kept: kept && JSON.stringify(kept) };
    const isNoOlder = sql`${visits.message_count} <= ${state.message_count}`;
    const isOpen = sql`${visits.ended_at} is null`;
    const setWhere = isClosed(state.status) ? isNoOlder : sql`${isOpen} and ${isNoOlder}`;
    return this.db
      .insert(visits)
      .values({ id, room, owner, ...set })
      .onConflictDoUpdate({ target: visits.id, set, setWhere });
  }

  private cared({ room, crisis }: VisitRecord) {
    return Object.entries(crisis).map(([owner, crisis_at]) =>
      this.db
        .insert(roomCares)
        .values({ room, owner, crisis_at })
        .onConflictDoUpdate({
          target: [roomCares.room, roomCares.owner],
          set: { crisis_at },
          setWhere: sql`${roomCares.crisis_at} < ${crisis_at}`,
        }),
    );
  }
}

/** The person began or joined the visit. */
function isTheirs(person: string): SQL {
  return sql`(${visits.owner} = ${person} OR ${visits.id} IN (SELECT ${joinedVisits.visit} FROM ${joinedVisits} WHERE ${joinedVisits.owner} = ${person}))`;
}

/** Number of visits that they have begun or joined since then. */
function countOf({ room, person, since }: { room: string; person: string; since: number }): SQL {
  const begun = sql`SELECT count(*) FROM ${visits} WHERE ${visits.owner} = ${person} AND ${visits.room} = ${room} AND ${visits.started_at} >= ${since}`;
  const joined = sql`SELECT count(*) FROM ${joinedVisits} WHERE ${joinedVisits.owner} = ${person} AND ${joinedVisits.room} = ${room} AND ${joinedVisits.joined_at} >= ${since}`;
  return sql`((${begun}) + (${joined}))`;
}

const Kept = z.array(
  z.object({ speaker: z.string(), is_visitor: z.boolean(), text: z.string(), at: z.string() }),
);
const Sky = z
  .object({ place: z.string(), sky: z.string(), temperature_c: z.number(), is_day: z.boolean() })
  .nullable();

function rememberedOf({ started_at, weather, kept }: typeof visits.$inferSelect): RememberedVisit {
  return {
    started_at: new Date(started_at).toISOString(),
    weather: weather === null ? null : Sky.parse(JSON.parse(weather)),
    messages: Kept.parse(JSON.parse(kept ?? "[]")),
  };
}
