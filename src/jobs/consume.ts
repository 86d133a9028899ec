/** Consumer of the doorbell queues. A message only says that a job has come; everything else is in the rows. */
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
 * Runs as many jobs as the batch names, the most urgent due ones first, whichever they are. Every message is acknowledged, because attempts and backoff are kept in
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
  const urgency = batch.queue === BACKGROUND ? "background" : "interactive";
  for (const message of batch.messages) {
    const ring = Ring.safeParse(message.body);
    if (ring.success && batch.queue !== DEAD_LETTERS) {
      for (const _ of ring.data.job_ids) {
        if (urgency === "background") await quiet();
        await jobs.runFirst(urgency);
      }
    }
    message.ack();
  }
}
