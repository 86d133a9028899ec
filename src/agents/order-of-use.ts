/** Order of agents in lists and pickers. */
import type { Agent } from "../domain/agent.ts";
import type { Room } from "../domain/room.ts";

interface Use {
  /** Slug of the default agent. */
  usual: string | null | undefined;
  places: readonly Pick<Room, "cast">[];
  /** The person who looks. */
  owner: string;
}

/**
 * The default agent first, then the person's own, then the others, each as given; agents of a room's cast that belong to nobody
 * come last. `in_rooms` are the slugs of these.
 */
export function inOrderOfUse<A extends Pick<Agent, "slug" | "owner">>(
  agents: readonly A[],
  { usual, places, owner }: Use,
): { ordered: A[]; in_rooms: string[] } {
  const cast = new Set(places.flatMap((room) => room.cast));
  const rankOf = ({ slug, owner: whose }: A) => {
    if (slug === usual) return 0;
    if (whose === owner) return 1;
    return whose === null && cast.has(slug) ? 3 : 2;
  };
  return {
    ordered: agents.toSorted((one, other) => rankOf(one) - rankOf(other)),
    in_rooms: agents.filter((agent) => rankOf(agent) === 3).map(({ slug }) => slug),
  };
}
