/** The owner adds a member with given rights, or removes one. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { EventBody, NightjarEvent } from "../../../src/domain/events.ts";
import type { MemberRight } from "../../../src/domain/principal.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import { TEMPORARY } from "../results.ts";
import { dropCrisisRecords } from "../rows/crisis-records.ts";
import type { Store } from "../rows/store.ts";

export interface Share {
  /** Id of a person. */
  person: string;
  name: string;
  /** Each right includes reading. */
  rights: readonly MemberRight[];
}

const MOST_MEMBERS = 200;

/** Adds a member or replaces their rights. Returns the events to send, or the refusal. */
export function share(store: Store, { person, name, rights }: Share, now: number): Failure | NightjarEvent[] {
  const { members, meta } = store;
  if (meta.temporary) return TEMPORARY;
  if (person === meta.owner) return failure("conflict", "The owner of a conversation has all rights in it.");
  const known = members.get(person);
  if (!known && members.count >= MOST_MEMBERS)
    return failure("conflict", `A conversation has at most ${MOST_MEMBERS} members: remove one first.`);
  const text = known
    ? `${name} can now ${wordsOf(rights)} here.`
    : `${name} was added and can ${wordsOf(rights)} here.`;
  return changeMembers(store, { text, now }, () => {
    members.put({ person, name, rights, at: known?.at ?? now });
    meta.shared = true;
  });
}

/** Returns no events when they are no member. */
export function unshare(store: Store, person: string, now: number): NightjarEvent[] {
  const member = store.members.get(person);
  if (!member) return [];
  return changeMembers(store, { text: `${member.name} is no member any more.`, now }, () => {
    store.members.remove(person);
    dropCrisisRecords(store);
  });
}

/** Announcement of a membership change: a sentence, and further events computed after the change. */
interface Told {
  text: string;
  besides?: () => readonly EventBody[];
  now: number;
}

/** The after-work updates the index, which lists the conversation for each member. */
export function changeMembers(
  store: Store,
  { text, besides, now }: Told,
  change: () => void,
): NightjarEvent[] {
  return store.commit(now, () => {
    change();
    store.meta.revision += 1;
    queueAfterWork(store, { costs: [], message_ids: [], members: true });
    const bodies: EventBody[] = [{ type: "notice", level: "info", text }, ...(besides?.() ?? [])];
    return bodies.map((body) => store.log.append(body, null, now));
  });
}

function wordsOf(rights: readonly MemberRight[]): string {
  const words = [...new Set<MemberRight>(["read", ...rights])];
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
