/** The door of a room: who comes in, into which visit, and what a new one goes by from beginning to end. */
import { type Failure, failure, type Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Principal } from "../domain/principal.ts";
import type { Room, WeatherPlace } from "../domain/room.ts";
import type { RememberedVisit, VisitStart, Weather } from "../domain/visit.ts";
import { type BegunVisit, noSuchRoom, type Visits, type VisitWish } from "../routing/visits.ts";
import { mayEnter } from "./access.ts";
import { closedNow, hostIsGone, usedUp } from "./refusals.ts";

const DAY_MS = 86_400_000;

export interface DoorDeps {
  now(): number;
  room(slug: string): Promise<Room | undefined>;
  /** What people call it; undefined: there is no such agent. */
  agentName(slug: string): Promise<string | undefined>;
  /** Never rejects. */
  weather(place: WeatherPlace): Promise<Weather | null>;
  book: DoorBook;
  /** Whether it takes messages; undefined: nothing has been said in it, and nobody has opened it. */
  isOpen(id: ConversationId): Promise<boolean | undefined>;
  /** Lets them into that visit, where it is open and there is a seat left; whether they are in it. */
  comeIn(id: ConversationId, who: Newcomer): Promise<boolean>;
}

export interface Newcomer {
  by: Principal;
  /** For all who are in the visit. */
  seats: number;
  /** When they were last in danger there, as far as it still holds; ms since the epoch. */
  crisis_at: number | undefined;
}

export interface NewVisit extends Omit<VisitWish, "by"> {
  is_shared: boolean;
  started_at: number;
  weather: Weather | null;
}

/** What is kept of visits. Times are ms since the epoch. */
export interface DoorBook {
  /** The visits of a room that seem open and that they began or came into, the newest first; none of a thread. */
  open(room: string, person: string): Promise<ConversationId[]>;
  /** Those of anybody that others may come into, the newest first. */
  openToOthers(room: string): Promise<ConversationId[]>;
  /** What is entered under its id, or is theirs and open; else it is entered. Undefined: they began `most` since then. */
  begin(visit: NewVisit, limit: { most: number; since: number }): Promise<ConversationId | undefined>;
  /** How many visits they have begun or come into since then. */
  count(room: string, person: string, since: number): Promise<number>;
  /** They have come into what somebody else began. The same again counts once. */
  joined(visit: { id: ConversationId; room: string; person: string; at: number }): Promise<void>;
  /** It is over, though nobody has said so yet. */
  close(id: ConversationId, at: number): Promise<void>;
  /** The last visits of theirs that are over, oldest first; `is_shared`: only what others were there for. */
  remembered(
    of: { room: string; person: string; is_shared: boolean },
    most: number,
  ): Promise<RememberedVisit[]>;
  /** When they were last in danger there. */
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
  // One that is not open to them is told of as one that is not there.
  if (!room || (by && !mayEnter(room, by))) return refused(failure("resource_not_found", noSuchRoom(slug)));
  return { ok: true, value: room };
}

/** One's own first; of a room that is shared then that of others, if it is open to whoever comes and a seat is left. */
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

/** To come to others is a visit as any other. Who may not is told why when they begin one. */
async function mayJoin({ book, now }: DoorDeps, room: Room, { owner }: Principal): Promise<boolean> {
  if (!room.is_shared || closedNow(room, now())) return false;
  return (await book.count(room.slug, owner, dayOf(now()))) < room.limits.visits_per_day;
}

/** As far as it still holds. */
async function crisisOf(
  { book, now }: DoorDeps,
  room: Room,
  { owner }: Pick<Principal, "owner">,
): Promise<number | undefined> {
  const at = await book.crisisAt(room.slug, owner);
  return at !== undefined && now() - at < room.crisis.days * DAY_MS ? at : undefined;
}

/** When the day of UTC began. */
function dayOf(now: number): number {
  return now - (now % DAY_MS);
}

/** What has closed meanwhile is entered as such, so that another visit can begin. */
async function isOpen({ isOpen: ask, book, now }: DoorDeps, id: ConversationId): Promise<boolean> {
  const open = await ask(id);
  if (open === false) await book.close(id, now());
  return open === true;
}

async function begin(deps: DoorDeps, wish: VisitWish): Promise<Result<BegunVisit>> {
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

/** Without those who are gone; undefined: the host is among them. */
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
