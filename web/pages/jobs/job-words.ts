/** Jobs as people speak of them. */
import type { Job } from "../../api/jobs.ts";
import { ago, duration } from "../../ui/format.ts";

const KINDS: Record<string, string> = {
  "memory.extract": "Learn from a conversation",
  "memory.consolidate": "Look for what can be summed up",
  "memory.consolidate_conversation": "Sum up a conversation",
  "memory.consolidate_file": "Learn from a file",
  "memory.embed": "Give passages their vectors",
  "memory.expire": "Let memories fade",
  "memory.index_file": "Make a file findable",
  "memory.index_upload": "Make an upload findable",
  "memory.index_missing": "Look for files that are not findable yet",
  "storage.expire": "Clear away what has expired",
};

/** A kind that is not known here keeps its name. */
export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind;
}

/** The file that it is about, where it names one. */
export function subjectOf({ payload }: Job): string {
  if (typeof payload !== "object" || payload === null) return "";
  const path = (payload as { path?: unknown }).path;
  return typeof path === "string" ? path : "";
}

export function statusWords(job: Job, now: number): string {
  switch (job.status) {
    case "pending": {
      const wait = Date.parse(job.run_after) - now;
      if (wait > 1_000) return job.attempts > 0 ? `Again in ${duration(wait)}` : `In ${duration(wait)}`;
      return "Waits";
    }
    case "running":
      return "Runs";
    case "completed":
      return "Done";
    case "failed":
      return "Failed";
  }
}

/** "2 min ago · took 1.2 s · attempt 2 of 3". */
export function timesOf(job: Job, now: number): string {
  const began = Date.parse(job.started_at ?? "");
  const ended = Date.parse(job.finished_at ?? "");
  const parts = [ago(Date.parse(job.created_at), now)];
  if (job.status === "running" && began <= now) parts.push(`for ${duration(now - began)}`);
  if (job.status === "completed" && ended >= began) parts.push(`took ${duration(ended - began)}`);
  if (job.attempts > 0) parts.push(`attempt ${job.attempts} of ${job.max_attempts}`);
  return parts.join("  ·  ");
}
