/** Schedules of a home folder: the list of jobs of OpenClaw and of Hermes. */
import { z } from "zod";
import { isRecord, parseJson } from "../../platform/json.ts";
import type { Finding, ImportedSchedule } from "../item.ts";
import { timeOf, wordsIn } from "../said.ts";

const MINUTE_MS = 60_000;
const LONGEST_NAME = 100;
const Jobs = z.union([
  z.array(z.unknown()),
  z.looseObject({ jobs: z.array(z.unknown()) }).transform(({ jobs }) => jobs),
]);

export function schedulesIn(text: string, format: string): Finding[] {
  const { data: jobs = [] } = Jobs.safeParse(parseJson(text));
  return jobs
    .filter(isRecord)
    .map((job, index) => scheduleOf(job, `${format}:${String(job["id"] ?? index)}`, format));
}

type Job = Readonly<Record<string, unknown>>;

function scheduleOf(job: Job, source: string, format: string): Finding {
  const payload = isRecord(job["payload"]) ? job["payload"] : job;
  const text = wordsIn(payload["message"]) ?? wordsIn(payload["text"]) ?? wordsIn(job["prompt"]) ?? "";
  const name = (wordsIn(job["name"]) ?? (text.split("\n", 1)[0] || source)).slice(0, LONGEST_NAME);
  const timing = isRecord(job["schedule"]) ? timingOf(job["schedule"]) : undefined;
  if (text === "") return { kind: "schedule", title: name, why: "no_words" };
  if (!timing) return { kind: "schedule", title: name, why: "unfit_timing" };
  const time_zone = isRecord(job["schedule"]) ? wordsIn(job["schedule"]["tz"]) : undefined;
  const agent = wordsIn(job["agentId"]);
  return {
    kind: "schedule",
    format,
    value: {
      source,
      name,
      text,
      timing,
      ...(time_zone && { time_zone }),
      ...(agent && { agent: `${format}:${agent}` }),
    },
  };
}

/** Undefined: neither program writes such a timing. */
function timingOf(schedule: Job): ImportedSchedule["timing"] | undefined {
  const { kind, expr, everyMs, minutes } = schedule;
  if (kind === "cron") return wordsIn(expr) === undefined ? undefined : { cron: String(expr).trim() };
  if (kind === "every" || kind === "interval") {
    const every = typeof everyMs === "number" ? everyMs / MINUTE_MS : Number(minutes);
    return every >= 1 ? { every_minutes: Math.round(every) } : undefined;
  }
  const at = timeOf(schedule["at"] ?? schedule["atMs"] ?? schedule["run_at"]);
  return at === undefined ? undefined : { at: new Date(at).toISOString() };
}
