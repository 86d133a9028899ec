/**
 * The door of a room: finds or begins a person's visit, and freezes the settings that a new visit keeps until
 * its end.
 */
import { type Failure, failure, type Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Principal } from "../domain/principal.ts";
import type { Room, WeatherPlace } from "../domain/room.ts";
import type { RememberedVisit, VisitStart, Weather } from "../domain/visit.ts";
import { type BegunVisit, noSuchRoom, type VisitRequest, type Visits } from "../routing/visits.ts";
import { mayEnter } from "./access.ts";
import { closedNow, hostIsGone, usedUp } from "./refusals.ts";

const DAY_MS = 86_400_000;

export interface DoorDeps {
  now(): number;
  room(slug: string): Promise<Room | undefined>;
  /** The agent's name; undefined if there is no such agent. */
  agentName(slug: string): Promise<string | undefined>;
  /** Never rejects. */
  weather(place: WeatherPlace): Promise<Weather | null>;
  book: VisitRegistry;
  /** Whether the visit takes messages; undefined if nobody has opened it or said anything in it. */
  isOpen(id: ConversationId): Promise<boolean | undefined>;
  /** Admits the newcomer to that visit if it is open and has a free seat; returns whether they are in it. */
  comeIn(id: ConversationId, who: Newcomer): Promise<boolean>;
}

export interface Newcomer {
  by: Principal;
  /** Number of seats, counting everybody in the visit. */
  seats: number;
  /** Time of their last crisis there, while it still counts; ms since the epoch. */
  crisis_at: number | undefined;
}

export interface NewVisit extends Omit<VisitRequest, "by"> {
  is_shared: boolean;
  started_at: number;
  weather: Weather | null;
}

/** Storage of visits. Times are ms since the epoch. */
export interface VisitRegistry {
  /**
   * Visits of a room that seem open and that this person began or joined, newest first; never those of a
   * thread.
   */
  open(room: string, person: string): Promise<ConversationId[]>;
  /** Visits of anybody that others may join, newest first. */
  openToOthers(room: string): Promise<ConversationId[]>;
  /**
   * Inserts the visit; if its id is known, or the person has an open visit, returns that one instead.
   * Undefined: they have begun `most` visits since `since`.
   */
  begin(visit: NewVisit, limit: { most: number; since: number }): Promise<ConversationId | undefined>;
  /** How many visits they have begun or joined since then. */
  count(room: string, person: string, since: number): Promise<number>;
  /** Records that they joined a visit somebody else began. Idempotent. */
  joined(visit: { id: ConversationId; room: string; person: string; at: number }): Promise<void>;
  /** Marks the visit as over before its own record arrives. */
  close(id: ConversationId, at: number): Promise<void>;
  /** Their last visits that are over, oldest first; `is_shared`: only those that others took part in. */
  remembered(
    of: { room: string; person: string; is_shared: boolean },
    most: number,
  ): Promise<RememberedVisit[]>;
  /** Time of their last crisis there. */
  crisisAt(room: string, person: string): Promise<number | undefined>;
}

export function createDoor(deps: DoorDeps): Visits {
  return {
    check: (room, by) => check(deps, room, by),
    at: (room, by) => at(deps, room, by),
    begin: (wish) => begin(deps, wish),
  };
}

async function check(deps: DoorDeps, slug: string, by: Principal): Promise<Result<true>> {
  const room = await roomFor(deps, slug, by);
  return room.ok ? { ok: true, value: true } : room;
}

async function roomFor(deps: DoorDeps, slug: string, by: Principal | undefined): Promise<Result<Room>> {
  const room = await deps.room(slug);
  // A room that is closed to them looks like one that does not exist.
  if (!room || (by && !mayEnter(room, by))) return refused(failure("resource_not_found", noSuchRoom(slug)));
  return { ok: true, value: room };
}

/**
 * Their own open visit first; in a shared room then somebody else's, if it is open to newcomers and has a
 * free seat.
 */
async function at(deps: DoorDeps, slug: string, by: Principal): Promise<Result<ConversationId | undefined>> {
  const room = await roomFor(deps, slug, by);
  if (!room.ok) return room;
  const { book } = deps;
  const newcomer = { by, seats: room.value.limits.people, crisis_at: await crisisOf(deps, room.value, by) };
  const known = await book.open(slug, by.owner);
  for (const id of known) if ((await isOpen(deps, id)) && (await deps.comeIn(id, newcomer))) return found(id);
  if (!(await mayJoin(deps, room.value, by))) return found(undefined);
  const others = (await book.openToOthers(slug)).filter((id) => !known.includes(id));
  for (const id of others) {
    if (!(await isOpen(deps, id)) || !(await deps.comeIn(id, newcomer))) continue;
    await book.joined({ id, room: slug, person: by.owner, at: deps.now() });
    return found(id);
  }
  return found(undefined);
}

/** Joining counts as a visit in the daily limit. Whoever may not join learns why when they begin a visit. */
async function mayJoin({ book, now }: DoorDeps, room: Room, { owner }: Principal): Promise<boolean> {
  if (!room.is_shared || closedNow(room, now())) return false;
  return (await book.count(room.slug, owner, dayOf(now()))) < room.limits.visits_per_day;
}

/** Undefined once it no longer counts. */
async function crisisOf(
  { book, now }: DoorDeps,
  room: Room,
  { owner }: Pick<Principal, "owner">,
): Promise<number | undefined> {
  const at = await book.crisisAt(room.slug, owner);
  return at !== undefined && now() - at < room.crisis.days * DAY_MS ? at : undefined;
}

/** Start of the UTC day. */
function dayOf(now: number): number {
  return now - (now % DAY_MS);
}

/** Records a visit that has closed meanwhile, so that another can begin. */
async function isOpen({ isOpen: ask, book, now }: DoorDeps, id: ConversationId): Promise<boolean> {
  const open = await ask(id);
  if (open === false) await book.close(id, now());
  return open === true;
}

async function begin(deps: DoorDeps, wish: VisitRequest): Promise<Result<BegunVisit>> {
  const found = await roomFor(deps, wish.room, wish.by);
  if (!found.ok) return found;
  const now = deps.now();
  const there = await present(deps, found.value);
  if (!there) return refused(hostIsGone(found.value));
  const { room } = there;
  const closed = closedNow(room, now);
  if (closed) return refused(closed);
  const weather = room.weather && (await deps.weather(room.weather));
  const { by: _by, ...visit } = wish;
  const entered = { ...visit, is_shared: room.is_shared, started_at: now, weather };
  const most = room.limits.visits_per_day;
  const id = await deps.book.begin(entered, { most, since: dayOf(now) });
  if (id === undefined) return refused(usedUp(room, now));
  const start = await startOf(deps, { ...there, weather, owner: wish.owner });
  return { ok: true, value: { id, visit: start, ...(room.owner !== null && { payer: room.owner }) } };
}

interface Present {
  room: Room;
  names: Readonly<Record<string, string>>;
}

/** The room without agents that no longer exist; undefined if the host is one of them. */
async function present(deps: DoorDeps, room: Room): Promise<Present | undefined> {
  const asked = room.cast.map(async (slug) => [slug, await deps.agentName(slug)] as const);
  const there = (await Promise.all(asked)).filter(
    (each): each is readonly [string, string] => each[1] !== undefined,
  );
  const names = Object.fromEntries(there);
  if (!Object.hasOwn(names, room.host)) return undefined;
  const cast = there.map(([slug]) => slug);
  const orNobody = (slug: string | null) => (slug !== null && cast.includes(slug) ? slug : null);
  const { moderator, crisis_agent } = room;
  return {
    room: { ...room, cast, moderator: orNobody(moderator), crisis_agent: orNobody(crisis_agent) },
    names,
  };
}

async function startOf(
  deps: DoorDeps,
  { room, names, weather, owner }: Present & { weather: Weather | null; owner: string },
): Promise<VisitStart> {
  const of = { room: room.slug, person: owner, is_shared: room.is_shared };
  const [remembered, crisis_at] = await Promise.all([
    deps.book.remembered(of, room.host_memory.visits),
    crisisOf(deps, room, { owner }),
  ]);
  return { room, names, weather, remembered, crisis: crisis_at === undefined ? {} : { [owner]: crisis_at } };
}

function found(value: ConversationId | undefined): Result<ConversationId | undefined> {
  return { ok: true, value };
}

function refused(problem: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure: problem };
}
