/**
 * Order in which waiting turns begin: turns that a restart cut off, then people's and programs' in a fixed
 * ratio, then planned ones. Within each, the client with fewer turns goes first, then who came first.
 */

/** Part of a candidate that decides its place. */
export interface Waiting {
  id: string;
  /** The turn's client: a person's own words, or the programs that speak for that person. */
  client: string;
  /** `program`: asked through the HTTP API, where a client may send it again. */
  urgency: "cut_off" | "asked" | "program" | "planned";
}

/** People's turns that begin for each turn of a program, while both wait. */
export const PEOPLE_PER_PROGRAM = 4;

/**
 * Queue positions by id, from 0. `running`: number of turns of each client that run. `since_program`: number
 * of people's turns that have begun since the last one of a program.
 */
export function placesOf(
  waiting: readonly Waiting[],
  running: ReadonlyMap<string, number>,
  since_program: number,
): Map<string, number> {
  const ranked = fairly(waiting, running);
  const of = (urgency: Waiting["urgency"]) => ranked.filter((each) => each.urgency === urgency);
  const asked = merged(of("asked"), of("program"), since_program);
  const order = [...of("cut_off"), ...asked, ...of("planned")];
  return new Map(order.map(({ id }, place) => [id, place]));
}

/** Order by the number of turns that the client has ahead, then by arrival. */
function fairly(waiting: readonly Waiting[], running: ReadonlyMap<string, number>): Waiting[] {
  const counts = new Map<string, number>();
  const ranked = waiting.map((each) => {
    const key = `${each.urgency} ${each.client}`;
    const turn = counts.get(key) ?? running.get(each.client) ?? 0;
    counts.set(key, turn + 1);
    return { each, turn };
  });
  return ranked.sort((one, other) => one.turn - other.turn).map(({ each }) => each);
}

function merged(people: readonly Waiting[], programs: readonly Waiting[], since_program: number): Waiting[] {
  const order: Waiting[] = [];
  let [person, since] = [0, since_program];
  for (const program of programs) {
    const until = person + Math.max(0, PEOPLE_PER_PROGRAM - since);
    order.push(...people.slice(person, until), program);
    [person, since] = [until, 0];
  }
  return [...order, ...people.slice(person)];
}
