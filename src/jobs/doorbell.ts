/** The doorbell, implemented with Queues. */

import type { z } from "zod";
import type { Ring } from "./consume.ts";
import type { Doorbell, Urgency } from "./ports.ts";

/** The part of a Cloudflare Queue that the doorbell uses. */
interface Sender {
  sendBatch(
    messages: readonly { body: z.input<typeof Ring> }[],
    options: { delaySeconds: number },
  ): Promise<unknown>;
}

/** Without a queue this does nothing: the sweep finds the jobs within a minute or two. */
export function createDoorbell(queues: { [U in Urgency]?: Sender | undefined }): Doorbell {
  return {
    async ring(urgency, ids, delaySeconds) {
      const queue = queues[urgency];
      if (queue === undefined || ids.length === 0) return;
      // One job per message, so a long job does not delay the others.
      const messages = ids.map((id) => ({ body: { job_ids: [id] } satisfies z.input<typeof Ring> }));
      for (let start = 0; start < messages.length; start += 100) {
        await queue.sendBatch(messages.slice(start, start + 100), { delaySeconds });
      }
    },
  };
}
