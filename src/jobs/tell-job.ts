/**
 * Delivers the answer of a command to the place where it was given, even if the machine that ran the command
 * dies.
 */
import { z } from "zod";
import type { Source } from "../domain/inbound.ts";
import { defineJob, type JobHandler, type JobKind } from "./job.ts";

export const TELL: JobKind = { name: "channel.tell", title: "Send the answer to a command" };

const Payload = z.object({
  /** Not parsed again: it was validated as one of our sources when the job was enqueued. */
  to: z.custom<Source>((value) => typeof (value as { channel?: unknown } | null)?.channel === "string"),
  markdown: z.string(),
  /** Idempotency key of this text. */
  key: z.string(),
});

/** Never rejects. `later`: nothing was accepted, and a retry may succeed. */
export type Tell = (words: z.output<typeof Payload>) => Promise<"sent" | "later" | "given_up">;

export function tellJob(tell: Tell): JobHandler {
  return defineJob({
    kind: TELL,
    schema: Payload,
    async run(words) {
      const result = await tell(words);
      if (result === "later") throw new Error("The platform doesn't accept it right now.");
      return result;
    },
  });
}
