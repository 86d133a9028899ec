/** Schemas for groups of a room's settings: each group may be left out or given in part. */
import { z } from "zod";
import { isTimeZone } from "../domain/time/zone.ts";
import { ROOM_DEFAULTS } from "./defaults.ts";

export function limitsSchema() {
  const { limits: usual } = ROOM_DEFAULTS;
  const count = (least: number, most: number, otherwise: number) =>
    z.number().int().min(least).max(most).default(otherwise);
  return z
    .strictObject({
      message_chars: count(20, 20_000, usual.message_chars),
      reply_tokens: count(64, 8_192, usual.reply_tokens),
      messages: count(1, 1_000, usual.messages),
      last_call_before: count(0, 999, usual.last_call_before),
      visits_per_day: count(1, 1_000, usual.visits_per_day),
      people: count(1, 50, usual.people),
    })
    .prefault({});
}

export function sayingsSchema() {
  const { sayings: usual } = ROOM_DEFAULTS;
  const words = (otherwise: string) => z.string().trim().min(1).max(1_000).default(otherwise);
  return z
    .strictObject({
      welcome: words(usual.welcome),
      still_there: words(usual.still_there),
      closed_for_silence: words(usual.closed_for_silence),
      last_call: words(usual.last_call),
      closed_at_limit: words(usual.closed_at_limit),
      come_back: words(usual.come_back),
    })
    .prefault({});
}

export function openingHoursSchema() {
  const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time is written HH:MM, from 00:00 to 23:59");
  const days = z
    .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
    .min(1)
    .max(7);
  return z.strictObject({
    time_zone: z
      .string()
      .max(100)
      .refine(isTimeZone, "there is no such time zone; they are written as Europe/Berlin"),
    spans: z
      .array(z.strictObject({ days, from: time, to: time }))
      .min(1)
      .max(28),
  });
}
