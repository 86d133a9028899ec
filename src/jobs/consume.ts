/** Consumer of the doorbell queues. A message carries only job ids; everything else is in their rows. */
import { z } from "zod";
import type { Jobs } from "./jobs.ts";

export const Ring = z.object({ job_ids: z.array(z.string().max(80)).max(100) });

export const DEAD_LETTERS = "jobs-dead";
const BACKGROUND = "jobs-background";

/** The part of a queue's batch that is used here. */
interface QueueBatch {
  queue: string;
  messages: readonly { body: unknown; ack(): void }[];
}

/**
 * Runs the jobs that the batch names. Every message is acknowledged, because attempts and backoff are kept in
 * the row. Only a run that dies with the whole process leaves its message to be redelivered, and at last to
 * become a dead letter; its job is then found by its missing heartbeat. `quiet` resolves when background work
 * may run: it is awaited before each background job.
 */
export async function consumeJobs(
  jobs: Jobs,
  batch: QueueBatch,
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
