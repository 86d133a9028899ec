/** People in a visit: they join those who are there, and each leaves alone. The last one ends it. */
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { isClosed, type Visit } from "../../../src/domain/visit.ts";
import { dropCrisisRecords } from "../rows/crisis-records.ts";
import type { Store } from "../rows/store.ts";
import { changeMembers } from "./share.ts";
import { visitEvents } from "./visited.ts";

/** A person who joins the visit. */
export interface VisitJoiner {
  /** Id of a person. */
  person: string;
  name: string;
  /** Number of people that the visit has room for. */
  seats: number;
  /** Time at which they were last in danger in that room, if that still counts; ms since the epoch. */
  crisis_at?: number | undefined;
}

export type JoinStatus = "inside" | "full" | "over";

/** Idempotent for somebody who is inside already. */
export function joinVisit(
  store: Store,
  who: VisitJoiner,
  now: number,
): { is: JoinStatus; events: NightjarEvent[] } {
  const visit = store.visits.current;
  if (!visit || isClosed(visit.status)) return { is: "over", events: [] };
  const here = peopleIn(store, visit);
  if (here.includes(who.person)) return { is: "inside", events: [] };
  if (here.length >= who.seats) return { is: "full", events: [] };
  const events = changeMembers(
    store,
    { text: `${who.name} has come in.`, besides: standing(store, now), now },
    () => seat(store, visit, { who, now }),
  );
  return { is: "inside", events };
}

function seat(
  { meta, members, visits }: Store,
  { left, crisis }: Visit,
  { who: { person, name, crisis_at }, now }: { who: VisitJoiner; now: number },
): void {
  if (person !== meta.owner) {
    members.put({ person, name, rights: ["read", "write"], at: now });
    meta.shared = true;
  }
  const { [person]: _gone, ...others } = left;
  const isKnown = crisis_at === undefined || (crisis[person] ?? 0) >= crisis_at;
  visits.change({ left: others, ...(!isKnown && { crisis: { ...crisis, [person]: crisis_at } }) });
}

/** Does nothing when the visit is already over for them. Somebody who is not in the visit ends it for all. */
export function leaveVisit(store: Store, { owner: person, name }: Principal, now: number): NightjarEvent[] {
  const visit = store.visits.current;
  if (!visit || isClosed(visit.status) || person in visit.left) return [];
  if (!goesAlone(store, visit, person)) return ended(store, now);
  const events = changeMembers(
    store,
    { text: `${name} has left.`, besides: standing(store, now), now },
    () => {
      store.members.remove(person);
      store.visits.change({ left: { ...visit.left, [person]: now } });
    },
  );
  store.commit(now, () => dropCrisisRecords(store));
  return events;
}

/**
 * In a room that is not shared, guests leave alone as well, but the owner of the visit ends it for everybody.
 */
function goesAlone(store: Store, visit: Visit, person: string): boolean {
  const here = peopleIn(store, visit);
  const isTheirs = person === store.meta.owner && !visit.start.room.is_shared;
  return here.includes(person) && here.length > 1 && !isTheirs;
}

/** The people who may write in the visit. */
function peopleIn({ meta, members }: Store, { left }: Visit): string[] {
  const joined = members.list().filter(({ rights }) => rights.includes("write"));
  const owner = meta.owner in left ? [] : [meta.owner];
  return [...owner, ...joined.map(({ person }) => person)];
}

function ended(store: Store, now: number): NightjarEvent[] {
  return store.commit(now, () => {
    store.visits.change({ status: "ended", ended_at: now });
    return append(store, visitEvents(store, now), now);
  });
}

/** Erases a person from the visit: that they were in danger, and that they came at all. */
export function forgetInVisit(store: Store, person: string, now: number): void {
  const visit = store.visits.current;
  if (!visit) return;
  const { [person]: _crisis, ...crisis } = visit.crisis;
  const { [person]: _left, ...left } = visit.left;
  store.commit(now, () => {
    store.visits.keepCares(crisis);
    store.visits.change({ left });
    for (const { turn_id, by } of store.visits.decisions(MOST_DECISIONS))
      if (by === "crisis" && askerOf(store, turn_id) === person) store.visits.undecide(turn_id);
  });
}

/** More than any visit has. */
const MOST_DECISIONS = 1_000;

function askerOf({ turns, transcript }: Store, turn_id: string) {
  const turn = turns.get(turn_id);
  return turn && transcript.get(turn.trigger_id)?.author_id;
}

/** State of the visit after the change. */
function standing(store: Store, now: number) {
  return () => visitEvents(store, now);
}

function append({ log }: Store, bodies: readonly EventBody[], now: number): NightjarEvent[] {
  return bodies.map((body) => log.append(body, null, now));
}
