/** Which passages of a conversation are of one talk: neighbours count within it. */
import type { Passage } from "../ports/model.ts";

/** Where a session is a day of UTC, a talk goes on over its end unless it pauses for so long. */
const PAUSE_MS = 3_600_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

type Placed = Pick<Passage, "session" | "said_at">;

/** Both are of one conversation. */
export function isOneScene(one: Placed, other: Placed): boolean {
  if (one.session === other.session) return true;
  if (one.said_at === undefined || other.said_at === undefined) return false;
  return Math.abs(one.said_at - other.said_at) < PAUSE_MS && DAY.test(one.session) && DAY.test(other.session);
}
