/** Ends agent previews that were left open: the browser was closed, or the network was gone. */
import { z } from "zod";
import { defineJob, type JobHandler, type JobKind, type NewJob, PRIORITIES } from "./job.ts";

const END_PREVIEWS: JobKind = {
  name: "agents.end_previews",
  title: "End abandoned previews",
  recurs: "day",
};
const DAY_MS = 86_400_000;
const LONGEST_MS = DAY_MS;

interface LeftPreviews {
  /** Ids of preview conversations begun before that time, in ms since the epoch. */
  left(before: number): Promise<readonly string[]>;
  /** Idempotent: the preview may be gone already. */
  end(conversation: string): Promise<void>;
  removeOld(before: number): Promise<void>;
}

/** Enqueued daily; the id keeps it to one run a day. */
export function previewJobs(now: number): NewJob[] {
  return [
    {
      id: `job_previews_${Math.floor(now / DAY_MS)}`,
      kind: END_PREVIEWS,
      owner: "system",
      priority: PRIORITIES.scheduled,
    },
  ];
}

export function createPreviewJobs(previews: LeftPreviews): JobHandler[] {
  return [
    defineJob({
      kind: END_PREVIEWS,
      schema: z.object({}),
      async run(_payload, { now, heartbeat }) {
        const before = now() - LONGEST_MS;
        const left = await previews.left(before);
        for (const conversation of left) {
          await previews.end(conversation);
          await heartbeat();
        }
        await previews.removeOld(before);
        return `${left.length} previews ended`;
      },
    }),
  ];
}
