/** Which visits there are, and when what is said in them: a quiet bar, and a full evening. */
import type { Guest } from "./guests.ts";
import type { Chance } from "./said.ts";

/** Between two messages of a visit; ms. */
const PAUSE = 45_000;
/** Of a quiet bar, between two visits: longer than a provider keeps a prompt. */
const REST = 20 * 60_000;
const EVENING = 5 * 60 * 60_000;

export interface PlannedVisit {
  guest: Guest;
  /** ms since it all began. */
  at: number;
  /** Messages. */
  length: number;
}

/** One after the other, by people who come back again and again, and whom nobody knows at first. */
export function quietVisits(guests: readonly Guest[], messages: number, chance: Chance): PlannedVisit[] {
  let at = 0;
  return lengthsOf(messages, chance).map((length, index) => {
    at += REST;
    const visit = { guest: guests[index % guests.length] as Guest, at, length };
    at += length * PAUSE;
    return visit;
  });
}

/** Each by somebody else, at any time of one evening: several go on at once. */
export function eveningVisits(guests: readonly Guest[], messages: number, chance: Chance): PlannedVisit[] {
  return lengthsOf(messages, chance).map((length, index) => ({
    guest: guests[index % guests.length] as Guest,
    at: chance.between(0, EVENING / 1_000) * 1_000,
    length,
  }));
}

export function lengthsOf(messages: number, chance: Chance): number[] {
  const lengths: number[] = [];
  for (let left = messages; left > 0; left -= lengths.at(-1) ?? left)
    lengths.push(Math.min(chance.between(6, 30), left));
  return lengths;
}

export interface Moment {
  at: number;
  visit: PlannedVisit;
  what: "come" | "say" | "leave";
}

export function momentsOf(visits: readonly PlannedVisit[]): Moment[] {
  const all = visits.flatMap((visit) => {
    const said = Array.from({ length: visit.length }, (_, index): Moment => {
      return { at: visit.at + (index + 1) * PAUSE, visit, what: "say" };
    });
    const last = said.at(-1)?.at ?? visit.at;
    return [
      { at: visit.at, visit, what: "come" } as const,
      ...said,
      { at: last, visit, what: "leave" } as const,
    ];
  });
  return all.toSorted((a, b) => a.at - b.at);
}
