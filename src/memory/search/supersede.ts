/** Puts a newer statement of the same thing before the older one that it changes, where what holds now is asked for. */
import { isQuestion } from "../text/bare-requests.ts";
import { saysChanged } from "../text/changes.ts";
import type { PreparedPassage } from "./prepared-passage.ts";

interface Ranked {
  candidate: PreparedPassage;
  score: number;
}

/** Places that are looked at: farther down it is hardly about the question. */
const LOOKED_AT = 12;
/** Similarity from which a word of the question is covered, and share of it that the newer one needs. */
const COVERED = 0.5;
const SAME = 0.9;
/** Distance of the scores beyond which the older one is about something else. */
const FARTHEST = 2;

/** `mayChange` tells passages that stand for themselves: in a quick talk the words of a line are its neighbours' too. */
export function newerFirst<T extends Ranked>(
  ranked: readonly T[],
  mayChange: (candidate: PreparedPassage) => boolean,
): T[] {
  const ordered = [...ranked];
  for (let place = 1; place < Math.min(LOOKED_AT, ordered.length); place++) {
    const newer = ordered[place] as T;
    if (
      !isStatement(newer.candidate) ||
      !mayChange(newer.candidate) ||
      !saysChanged(newer.candidate.passage.text)
    )
      continue;
    const before = ordered.findIndex((older, at) => at < place && isOlderOf(older, newer));
    if (before === -1) continue;
    ordered.splice(place, 1);
    ordered.splice(before, 0, newer);
  }
  return ordered;
}

function isOlderOf(older: Ranked, newer: Ranked): boolean {
  const [one, other] = [older.candidate, newer.candidate];
  if (one.passage.source !== other.passage.source || one.passage.ordinal >= other.passage.ordinal)
    return false;
  return isStatement(one) && older.score - newer.score < FARTHEST && isOfSame(one, other);
}

function isStatement({ isPage, passage: { role, kind, text } }: PreparedPassage): boolean {
  return kind === "turn" && role === "user" && !isPage && !isQuestion(text);
}

/** The newer one is about all of the question that the older one is about. */
function isOfSame(older: PreparedPassage, newer: PreparedPassage): boolean {
  const [one, other] = [older.near(), newer.near()];
  let any = false;
  for (let term = 0; term < one.length; term++) {
    const covered = one[term] as number;
    if (covered < COVERED) continue;
    any = true;
    if ((other[term] as number) < covered * SAME) return false;
  }
  return any;
}
