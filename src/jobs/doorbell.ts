/** The doorbell over Queues. */

import type { z } from "zod";
import type { Ring } from "./consume.ts";
import type { Doorbell, Urgency } from "./ports.ts";

/** Without a queue nobody is rung for: the sweep finds the jobs within a minute or two. */
export function createDoorbell(queues: { [U in Urgency]?: Queue | undefined }): Doorbell {
  return {
    async ring(urgency, ids, delaySeconds) {
      const queue = queues[urgency];
      if (queue === undefined || ids.length === 0) return;
      // One message a job, so that a long one does not hold up the others.
      const messages = ids.map((id) => ({ body: { job_ids: [id] } satisfies z.input<typeof Ring> }));
      for (let start = 0; start < messages.length; start += 100) {
        await queue.sendBatch(messages.slice(start, start + 100), { delaySeconds });
      }
    },
  };
}
