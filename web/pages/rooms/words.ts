/** Rooms in words. */
import type { RoomCard } from "../../api/rooms.ts";

/** `now` in ms since the epoch. */
export function openWords(
  { is_open, opens_at, closes_at }: Pick<RoomCard, "is_open" | "opens_at" | "closes_at">,
  now: number,
): string {
  if (!is_open) return opens_at === null ? "Closed" : `Opens ${timeWords(opens_at, now)}`;
  return closes_at === null ? "Open" : `Open until ${timeWords(closes_at, now)}`;
}

const DAY_MS = 86_400_000;

function timeWords(at: string, now: number): string {
  const then = new Date(at);
  const time = then.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return then.getTime() - now < DAY_MS / 2
    ? time
    : `${then.toLocaleDateString(undefined, { weekday: "long" })}, ${time}`;
}
