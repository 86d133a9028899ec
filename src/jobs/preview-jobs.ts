/** Ends agent previews that were left open: the browser was closed, or the network was gone. */
import { z } from "zod";
import { defineJob, type JobHandler, type NewJob } from "./job.ts";

const KIND = "agents.end_previews";
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
  return [{ id: `job_previews_${Math.floor(now / DAY_MS)}`, kind: KIND, owner: "system", priority: 1 }];
}

export function createPreviewJobs(previews: LeftPreviews): JobHandler[] {
  return [
    defineJob({
      kind: KIND,
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
