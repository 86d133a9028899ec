/** Cache of people's present roles, so that a turn's first token does not wait for D1. */
import type { Principal } from "../../../domain/principal.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";
import type { People } from "../../../storage/d1/people/people.ts";
import type { Presence } from "../../services/people.ts";
import { overrideMethods } from "./override-methods.ts";
import { watchedPeople } from "./presence.ts";

/** Keyed by person; undefined if they may not act here (any more). */
type Standings = SwrCache<Principal | undefined>;

/** Wraps the stores of people so that changes act on open connections, and hold from the next turn on. */
export function wireStandings(
  stored: People,
  presence: Presence,
  now: () => number,
): { people: People; standings: Standings } {
  const people = watchedPeople(stored, presence);
  const standings: Standings = new SwrCache({
    // This role applies to the operator alone: everybody else's is looked up.
    read: (owner) => people.standing({ owner, role: "admin", name: "Admin" }),
    now,
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
