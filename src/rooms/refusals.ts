/** Refusals at a room's door: the reason, and when the person can come in. */
import { type Failure, failure } from "../domain/errors.ts";
import type { Room } from "../domain/room.ts";
import { clockIn } from "../domain/time/zone.ts";
import { openState } from "./hours.ts";

const DAY_MS = 86_400_000;

export function hostIsGone({ name }: Pick<Room, "name">): Failure {
  return failure("conflict", `The host of ${name} is gone: whoever keeps it has to name another.`);
}

/** Undefined if the room is open. */
export function closedNow({ name, opening_hours }: Room, now: number): Failure | undefined {
  const { is_open, opens_at } = openState(opening_hours, now);
  if (is_open || opens_at === null || opening_hours === null) return undefined;
  const zone = opening_hours.time_zone;
  return {
    ...failure("conflict", `${name} is closed. It opens on ${dateAt(zone, opens_at)} (${zone}).`),
    retry_after_s: secondsUntil(opens_at, now),
  };
}

export function usedUp({ name, limits }: Room, now: number): Failure {
  const most = limits.visits_per_day;
  const reason = `You have been in ${name} ${most === 1 ? "once" : `${most} times`} today, and that's the limit. Come back tomorrow (UTC).`;
  return {
    ...failure("rate_limited", reason),
    retry_after_s: secondsUntil(now - (now % DAY_MS) + DAY_MS, now),
  };
}

function secondsUntil(then: number, now: number): number {
  return Math.max(1, Math.ceil((then - now) / 1_000));
}

/** `2026-07-02 at 20:00`. */
function dateAt(zone: string, at: number): string {
  const { year, month, day, hour, minute } = clockIn(zone, at);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} at ${two(hour)}:${two(minute)}`;
}
