/** Jobs in words for people. */

import type { Job, JobStatus, KindOverTime } from "../../api/jobs.ts";
import { ago, duration } from "../../ui/format.ts";
import { plural, t } from "../../words/t.ts";

/** The file that the job is about, or the agent that works on it, if it names one. */
export function subjectOf({ payload }: Job): string {
  const agent = fieldOf(payload, "agent");
  return fieldOf(payload, "path") || (agent && `@${agent}`);
}

/** Id of the conversation in which the job's task is worked on; empty: it has none. */
export function taskOf({ payload }: Job): string {
  return fieldOf(payload, "child");
}

function fieldOf(payload: unknown, name: "path" | "agent" | "child"): string {
  if (typeof payload !== "object" || payload === null) return "";
  const value = (payload as { [name]?: unknown })[name];
  return typeof value === "string" ? value : "";
}

export const STATUS_TONES = {
  pending: "idle",
  running: "busy",
  completed: "good",
  failed: "bad",
  cancelled: "idle",
} as const satisfies Record<JobStatus, string>;

export function statusWords(job: Job, now: number): string {
  switch (job.status) {
    case "pending": {
      const wait = Date.parse(job.run_after) - now;
      if (wait > 1_000)
        return job.attempts > 0
          ? t("Again in {wait}", { wait: duration(wait) })
          : t("In {wait}", { wait: duration(wait) });
      return t("Waiting");
    }
    case "running":
      return t("Runs");
    case "completed":
      return t("Done");
    case "failed":
      return t("Failed");
    case "cancelled":
      return t("Cancelled");
  }
}

/** "2 min ago · took 1.2 s · attempt 2 of 3 · priority 4". */
export function timesOf(job: Job, now: number): string {
  const began = Date.parse(job.started_at ?? "");
  const ended = Date.parse(job.finished_at ?? "");
  const parts = [ago(Date.parse(job.created_at), now)];
  if (job.status === "running" && began <= now) parts.push(t("for {time}", { time: duration(now - began) }));
  if (job.status === "completed" && ended >= began)
    parts.push(t("took {time}", { time: duration(ended - began) }));
  if (job.attempts > 0)
    parts.push(
      t("attempt {attempts} of {max_attempts}", { attempts: job.attempts, max_attempts: job.max_attempts }),
    );
  parts.push(t("priority {priority}", { priority: job.priority }));
  return parts.join("  ·  ");
}

/** "3 wait, 1 runs": the counts at this moment. */
export function standingWords({ waits, runs }: Pick<KindOverTime, "waits" | "runs">): string {
  const words = [
    ...(waits > 0 ? [plural(waits, ["{n} waits", "{n} wait"])] : []),
    ...(runs > 0 ? [plural(runs, ["{n} runs", "{n} run"])] : []),
  ];
  return words.join(", ") || t("nothing waits");
}

/** "12 done, 2 failed": the counts over the whole chart. */
export function endedWords({ completed, failed }: Pick<KindOverTime, "completed" | "failed">): string {
  const [done, lost] = [sum(completed), sum(failed)];
  return lost > 0 ? t("{done} done, {lost} failed", { done, lost }) : t("{done} done", { done });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
