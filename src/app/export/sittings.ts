/** Puts exported activities back together to conversations: those that follow each other within half an hour. */
import { isActivity, timeSaid } from "../../export/forms/gemini.ts";
import { parseJson } from "../../platform/json.ts";
import { pause } from "../../platform/pause.ts";
import type { Place } from "./elements.ts";

const GAP_MS = 30 * 60_000;
const AT_A_STRETCH = 200;

interface Timed {
  place: Place;
  at: number;
}

export function jsonAt(file: Uint8Array, { from, to }: Place): unknown {
  return parseJson(new TextDecoder().decode(file.subarray(from, to)));
}

/** Each sitting's activities, oldest first; undefined when the values of the list are no activities. */
export async function sittingsOf(file: Uint8Array, places: readonly Place[]): Promise<Place[][] | undefined> {
  const [first] = places;
  if (!first || !isActivity(jsonAt(file, first))) return undefined;
  const timed: Timed[] = [];
  for (const [index, place] of places.entries()) {
    const at = timeSaid(jsonAt(file, place));
    if (at !== undefined) timed.push({ place, at });
    if (index % AT_A_STRETCH === 0) await pause(0);
  }
  return together(timed.toSorted((one, other) => one.at - other.at));
}

function together(timed: readonly Timed[]): Place[][] {
  const sittings: Place[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { place, at } of timed) {
    if (at - last > GAP_MS) sittings.push([]);
    sittings.at(-1)?.push(place);
    last = at;
  }
  return sittings;
}
