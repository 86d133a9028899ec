/** Who is in a visit: people come to others who are there, and each goes out for themselves. The last one ends it. */
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import { isClosed, type Visit } from "../../../src/domain/visit.ts";
import { dropCares } from "../rows/cares.ts";
import type { Store } from "../rows/store.ts";
import { changeMembers } from "./share.ts";
import { visitEvents } from "./visited.ts";

/** Somebody who comes to those who are there. */
export interface Arriving {
  /** Id of a person. */
  person: string;
  name: string;
  /** For all who are in the visit. */
  seats: number;
  /** When they were last in danger in that room, as far as it still holds; ms since the epoch. */
  crisis_at?: number | undefined;
}

export type Welcome = "inside" | "full" | "over";

/** Who is inside already stays so. */
export function comeIn(store: Store, who: Arriving, now: number): { is: Welcome; told: NightjarEvent[] } {
  const visit = store.visits.current;
  if (!visit || isClosed(visit.status)) return { is: "over", told: [] };
  const here = peopleIn(store, visit);
  if (here.includes(who.person)) return { is: "inside", told: [] };
  if (here.length >= who.seats) return { is: "full", told: [] };
  const told = changeMembers(
    store,
    { text: `${who.name} has come in.`, besides: standing(store, now), now },
    () => seat(store, visit, { who, now }),
  );
  return { is: "inside", told };
}

function seat(
  { meta, members, visits }: Store,
  { left, crisis }: Visit,
  { who: { person, name, crisis_at }, now }: { who: Arriving; now: number },
): void {
  if (person !== meta.owner) {
    members.put({ person, name, rights: ["read", "write"], at: now });
    meta.shared = true;
  }
  const { [person]: _gone, ...others } = left;
  const isKnown = crisis_at === undefined || (crisis[person] ?? 0) >= crisis_at;
  visits.change({ left: others, ...(!isKnown && { crisis: { ...crisis, [person]: crisis_at } }) });
}

/** Nothing to tell where it is over for them already. Who is not in it ends it for all. */
export function goOut(store: Store, { owner: person, name }: Principal, now: number): NightjarEvent[] {
  const visit = store.visits.current;
  if (!visit || isClosed(visit.status) || person in visit.left) return [];
  if (!goesAlone(store, visit, person)) return ended(store, now);
  const told = changeMembers(store, { text: `${name} has left.`, besides: standing(store, now), now }, () => {
    store.members.remove(person);
    store.visits.change({ left: { ...visit.left, [person]: now } });
  });
  store.commit(now, () => dropCares(store));
  return told;
}

/** In a room that is nobody's to share, whoever was let in goes alone, too; whose visit it is takes it along. */
function goesAlone(store: Store, visit: Visit, person: string): boolean {
  const here = peopleIn(store, visit);
  const isTheirs = person === store.meta.owner && !visit.start.room.is_shared;
  return here.includes(person) && here.length > 1 && !isTheirs;
}

/** Those who may say something in it. */
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

/** They are being erased everywhere: nothing here tells any more that they were in danger, or came at all. */
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

/** How the visit stands by then. */
function standing(store: Store, now: number) {
  return () => visitEvents(store, now);
}

function append({ log }: Store, bodies: readonly EventBody[], now: number): NightjarEvent[] {
  return bodies.map((body) => log.append(body, null, now));
}
