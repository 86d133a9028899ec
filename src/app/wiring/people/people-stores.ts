/** The stores of people, with a cache of their present roles, so that a turn's first token does not wait for D1. */
import type { Principal } from "../../../domain/principal.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";
import { createPeople, type People, type PeopleDeps } from "../../../storage/d1/people/people.ts";
import type { Part } from "../../part.ts";
import type { Presence } from "../../services/people.ts";
import { overrideMethods } from "./override-methods.ts";
import { watchedPeople } from "./presence.ts";

/** Keyed by person; undefined if they may not act here (any more). */
type Standings = SwrCache<Principal | undefined>;

export interface PeopleWiring extends Omit<PeopleDeps, "account"> {
  list: readonly Part[];
}

/** Wraps the stores so that changes act on open connections, and hold from the next turn on. */
export function wirePeople(
  { list, ...deps }: PeopleWiring,
  presence: Presence,
): { people: People; standings: Standings } {
  const account = list.flatMap((part) => part.account ?? []);
  const people = watchedPeople(createPeople({ ...deps, account }), presence);
  const standings: Standings = new SwrCache({
    // This role applies to the operator alone: everybody else's is looked up.
    read: (owner) => people.standing({ owner, role: "admin", name: "Admin" }),
    now: deps.now,
  });
  const { persons } = people;
  const changed = overrideMethods(persons, {
    change: async (id, change) => {
      const made = await persons.change(id, change);
      standings.forgetAll();
      return made;
    },
    remove: async (id) => {
      const removed = await persons.remove(id);
      standings.forgetAll();
      return removed;
    },
  });
  return { people: { ...people, persons: changed }, standings };
}
