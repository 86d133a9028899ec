/** Texts about the state of a visit. */

import type { VisitView } from "../../src/channels/web/wire.ts";
import { plural, t } from "../words/t.ts";

type Weather = NonNullable<VisitView["weather"]>;

const MINUTE_MS = 60_000;

/** Whole minutes left, at least one; 0: it is past. Both in ms since the epoch. */
export function minutesUntil(then: string | null, now: number): number {
  if (then === null) return 0;
  return Math.max(0, Math.ceil((Date.parse(then) - now) / MINUTE_MS));
}

/** Time since its beginning: `0:07`, `1:02:30`. */
export function clockSince(started_at: string, until: number): string {
  const seconds = Math.max(0, Math.floor((until - Date.parse(started_at)) / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  const tail = `${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

export function messagesLeft({
  message_count,
  message_limit,
}: Pick<VisitView, "message_count" | "message_limit">): number {
  return Math.max(0, message_limit - message_count);
}

export function leftWords(left: number): string {
  return left === 0 ? t("No messages left") : plural(left, ["{n} message left", "{n} messages left"]);
}

/** `16 °C, light rain in Lisbon`. */
export function weatherWords({ place, sky, temperature_c }: Weather): string {
  return t("{temperature_c} °C, {sky} in {place}", { temperature_c: Math.round(temperature_c), sky, place });
}

/** Characters as a room counts them: code points. */
export function charactersIn(text: string): number {
  return [...text].length;
}

/** The hint about the length of the text being typed; empty when none is needed. */
export function lengthWords(count: number, most: number): string {
  if (count > most) return t("{count} too many", { count: count - most });
  return t("{most} left", { most: most - count });
}

/** Words on why the visit is over, and what remains. `me`: the reader's id. */
export function endWords(
  visit: Pick<VisitView, "session_status" | "message_count" | "message_limit" | "left">,
  me?: string,
): string {
  if (me !== undefined && visit.left.includes(me))
    return t("You've left, but the others are still there. Knock to come back.");
  if (visit.session_status === "kicked") return t("It was quiet for a while, so the door was closed.");
  if (visit.message_count >= visit.message_limit) return t("That was the last round of this visit.");
  return t("You've left. This visit stays in your conversations.");
}
