/** Decides which passages of a conversation belong to one scene: neighbours count within it. */
import type { Passage } from "../ports/model.ts";

/** Pause that ends a scene where sessions are UTC days: a shorter one continues past midnight. */
const PAUSE_MS = 3_600_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

type Placed = Pick<Passage, "session" | "said_at">;

/** Both passages must be of one conversation. */
export function isOneScene(one: Placed, other: Placed): boolean {
  if (one.session === other.session) return true;
  if (one.said_at === undefined || other.said_at === undefined) return false;
  return Math.abs(one.said_at - other.said_at) < PAUSE_MS && DAY.test(one.session) && DAY.test(other.session);
}
