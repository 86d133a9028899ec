/** The fields of a schedule as people write them: flat, with defaults for what they leave out. */
import { z } from "zod";
import { CHAT_NAMES } from "../domain/chat-platforms.ts";
import { KINDS, type Schedule } from "./schedule.ts";

const timeOfDay = () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "a time of day like 22:30");

/** Destinations of a result besides a conversation: `web` is the app. */
export const PLACES = ["web", ...CHAT_NAMES] as const;

export const TimingFields = {
  cron: z
    .string()
    .trim()
    .min(1)
    .max(120)
    .describe('Five fields, like "0 9 * * 1-5" for weekdays at 9:00')
    .optional(),
  every_minutes: z.number().int().min(1).max(40_320).optional(),
  at: z
    .string()
    .max(40)
    .describe("Once: ISO 8601, 2027-01-31T09:00 by the clock of time_zone, or with a zone of its own")
    .optional(),
  time_zone: z
    .string()
    .max(60)
    .describe("IANA's name, like Europe/Vienna; left out: the person's own")
    .optional(),
  quiet: z
    .strictObject({ from: timeOfDay(), to: timeOfDay() })
    .nullable()
    .describe("Nothing runs between these times of day")
    .optional(),
};

export const ScheduleFields = {
  ...TimingFields,
  kind: z.enum(KINDS).optional(),
  name: z.string().trim().min(1, "give it a name").max(100),
  text: z.string().trim().max(8_000).describe("What is to be done, for the agent").optional(),
  agent: z.string().min(1).max(200).nullable().optional(),
  missed: z.enum(["once", "skip"]).optional(),
  runs_in: z.enum(["conversation", "isolated"]).optional(),
  conversation_id: z.string().min(1).max(100).nullable().optional(),
  channel: z.enum(PLACES).nullable().optional(),
};

export const ScheduleBody = () => z.strictObject(ScheduleFields);
export type ScheduleBody = z.output<ReturnType<typeof ScheduleBody>>;
export const TimingBody = () => z.strictObject(TimingFields);
export type TimingBody = z.output<ReturnType<typeof TimingBody>>;

/** The existing schedule in the form that people write. */
export function bodyOf({ wish }: Pick<Schedule, "wish">) {
  const { kind, name, text, agent, timing, time_zone, quiet, missed, runs_in, target } = wish;
  return {
    ...{ kind, name, text, agent, time_zone, quiet, missed, runs_in },
    ...(timing.type === "cron" && { cron: timing.cron }),
    ...(timing.type === "every" && { every_minutes: timing.minutes }),
    ...(timing.type === "at" && { at: new Date(timing.at).toISOString() }),
    conversation_id: target.type === "conversation" ? target.conversation_id : null,
    channel: target.type === "channel" ? (target.channel as (typeof PLACES)[number]) : null,
  };
}

export type ScheduleChange = { [Name in keyof ScheduleBody]?: ScheduleBody[Name] | undefined };

/** Applies a change: a new timing replaces the old one, and so does a new target. */
export function changedBody(known: ScheduleBody, change: ScheduleChange): ScheduleBody {
  const { cron, every_minutes, at, ...rest } = known;
  const isTimed = [change.cron, change.every_minutes, change.at].some((each) => each !== undefined);
  const kept = isTimed ? rest : known;
  const isTargeted = change.conversation_id != null || change.channel != null;
  const cleared = isTargeted ? { conversation_id: null, channel: null } : {};
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return { ...kept, ...cleared, ...given };
}
