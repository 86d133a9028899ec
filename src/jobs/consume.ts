/** The queue's end of the doorbell. A message names jobs; everything else is in their rows. */
import { z } from "zod";
import type { Jobs } from "./jobs.ts";

export const Ring = z.object({ job_ids: z.array(z.string().max(80)).max(100) });

export const DEAD_LETTERS = "jobs-dead";
const BACKGROUND = "jobs-background";

/** Of a batch of messages: what is asked of it. */
export interface Rung {
  queue: string;
  messages: readonly { body: unknown; ack(): void }[];
}

/**
 * Runs what the batch rings for. Every message is acknowledged: attempts and backoff are kept in the row. Only a run
 * that dies with the whole process leaves its message to be delivered again, and at last to the dead letters; what it
 * was running is then found without a sign of life. `quiet` resolves when work may be done for which nobody waits: it is
 * asked before each job of the background.
 */
export async function consumeJobs(
  jobs: Jobs,
  batch: Rung,
  quiet: () => Promise<void> = async () => undefined,
): Promise<void> {
  if (batch.queue === DEAD_LETTERS) await jobs.sweep();
  for (const message of batch.messages) {
    const ring = Ring.safeParse(message.body);
    if (ring.success && batch.queue !== DEAD_LETTERS) {
      for (const id of ring.data.job_ids) {
        if (batch.queue === BACKGROUND) await quiet();
        await jobs.run(id);
      }
    }
    message.ack();
  }
}
