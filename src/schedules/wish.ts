/** A schedule's fields as a wish that can be carried out: times are checked, and defaults filled in. */
import { z } from "zod";
import { instantIn, isTimeZone } from "../domain/time/zone.ts";
import type { ScheduleBody, TimingBody } from "./fields.ts";
import type { Kind, ScheduleSpec, Target, Timing } from "./schedule.ts";
import { cronProblem } from "./timing/cron.ts";

const MOST_AHEAD_MS = 5 * 366 * 86_400_000;
const LEAST_BEAT_MINUTES = 5;
const USUAL_BEAT_MINUTES = 30;

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
