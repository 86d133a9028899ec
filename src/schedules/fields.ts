/** The fields of a schedule as people write them: flat, with defaults for what they leave out. */
import { z } from "zod";
import { CHAT_NAMES } from "../domain/chat-platforms.ts";
import { instantIn, isTimeZone } from "../domain/time/zone.ts";
import { KINDS, type Kind, type Schedule, type ScheduleSpec, type Target, type Timing } from "./schedule.ts";
import { cronProblem } from "./timing/cron.ts";

const MOST_AHEAD_MS = 5 * 366 * 86_400_000;
const LEAST_BEAT_MINUTES = 5;
const USUAL_BEAT_MINUTES = 30;

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

/** `problem` is public: it names the field. */
export type FieldCheck<T> = { ok: true; value: T } | { ok: false; problem: string };

export interface Writing {
  now: number;
  /** The person's own time zone; null if they have set none. */
  time_zone: string | null;
}

export function wishOf(body: ScheduleBody, writing: Writing): FieldCheck<ScheduleSpec> {
  const kind = body.kind ?? (body.at === undefined ? "cron" : "once");
  const timed = timingOf({ ...body, ...usualBeat(kind, body) }, writing);
  if (!timed.ok) return timed;
  const problem = kindProblem(kind, body, timed.value.timing);
  if (problem !== undefined) return { ok: false, problem };
  const { name, text = "", agent = null, missed = "once" } = body;
  const runs_in = kind === "heartbeat" ? "isolated" : (body.runs_in ?? "conversation");
  const target = targetOf(body);
  return { ok: true, value: { kind, name, text, agent, missed, runs_in, target, ...timed.value } };
}

function usualBeat(kind: Kind, { cron, every_minutes, at }: TimingBody): TimingBody {
  const isSaid = cron !== undefined || every_minutes !== undefined || at !== undefined;
  return kind === "heartbeat" && !isSaid ? { every_minutes: USUAL_BEAT_MINUTES } : {};
}

/** Parses the timing alone, so it can be checked without the other fields. */
export function timingOf(
  body: TimingBody,
  writing: Writing,
): FieldCheck<Pick<ScheduleSpec, "timing" | "time_zone" | "quiet">> {
  const time_zone = body.time_zone ?? writing.time_zone ?? "UTC";
  if (!isTimeZone(time_zone))
    return {
      ok: false,
      problem: `time_zone: there is no time zone "${time_zone}". Write it like Europe/Vienna.`,
    };
  const quiet = body.quiet ?? null;
  if (quiet && quiet.from === quiet.to)
    return { ok: false, problem: "quiet: from and to are the same. Leave it out where nothing is quiet." };
  const timing = momentsOf(body, { ...writing, time_zone });
  return timing.ok ? { ok: true, value: { timing: timing.value, time_zone, quiet } } : timing;
}

function momentsOf(
  { cron, every_minutes, at }: TimingBody,
  writing: Writing & { time_zone: string },
): FieldCheck<Timing> {
  const given = [cron, every_minutes, at].filter((each) => each !== undefined);
  if (given.length !== 1) return { ok: false, problem: "Give one of cron, every_minutes and at." };
  if (every_minutes !== undefined) return { ok: true, value: { type: "every", minutes: every_minutes } };
  if (cron === undefined) return onceOf(at ?? "", writing);
  const problem = cronProblem(cron, writing.time_zone);
  return problem === undefined
    ? { ok: true, value: { type: "cron", cron } }
    : { ok: false, problem: `cron: ${problem}` };
}

function onceOf(text: string, { now, time_zone }: Writing & { time_zone: string }): FieldCheck<Timing> {
  const at = instantOf(text.trim(), time_zone);
  if (at === undefined)
    return {
      ok: false,
      problem: `at: "${text}" is no time. Write it like 2027-01-31T09:00 or 2027-01-31T09:00:00Z.`,
    };
  if (at <= now)
    return { ok: false, problem: `at: ${text} is past; it is ${new Date(now).toISOString()} now.` };
  if (at > now + MOST_AHEAD_MS) return { ok: false, problem: "at: that is more than five years ahead." };
  return { ok: true, value: { type: "at", at } };
}

function instantOf(text: string, zone: string): number | undefined {
  if (z.iso.datetime({ offset: true }).safeParse(text).success) return Date.parse(text);
  const local = z.iso.datetime({ local: true }).safeParse(text);
  if (!local.success) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = local.data.split(/[-T:.]/).map(Number);
  return instantIn(zone, { year, month, day, hour, minute });
}

function kindProblem(kind: Kind, body: ScheduleBody, timing: Timing): string | undefined {
  const isOnce = timing.type === "at";
  if (isOnce !== (kind === "once"))
    return `kind: ${kind} goes with ${isOnce ? "cron or every_minutes" : "at"}.`;
  if (kind !== "heartbeat" && !body.text) return "text: say what is to be done.";
  if (kind === "heartbeat" && body.runs_in === "conversation")
    return "runs_in: a heartbeat runs by itself, isolated. Leave it out.";
  if (kind === "heartbeat" && timing.type === "every" && timing.minutes < LEAST_BEAT_MINUTES)
    return `every_minutes: a heartbeat beats every ${LEAST_BEAT_MINUTES} minutes at most.`;
  if (body.conversation_id != null && body.channel != null) return "Give one of conversation_id and channel.";
  return undefined;
}

function targetOf({ conversation_id, channel }: ScheduleBody): Target {
  if (conversation_id != null) return { type: "conversation", conversation_id };
  return channel == null ? { type: "own" } : { type: "channel", channel };
}

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
