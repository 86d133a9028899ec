/** The answer to a command goes to where it was given, though the machine dies that has carried it out. */
import { z } from "zod";
import type { Source } from "../domain/inbound.ts";
import { defineJob, type JobHandler } from "./job.ts";

export const TELL = "channel.tell";

const Payload = z.object({
  /** It was one of ours when it was put there. */
  to: z.custom<Source>((value) => typeof (value as { channel?: unknown } | null)?.channel === "string"),
  markdown: z.string(),
  /** The same each time these very words are sent. */
  key: z.string(),
});

/** Never rejects. `later`: nothing was accepted, and another try may go well. */
export type Tell = (words: z.output<typeof Payload>) => Promise<"sent" | "later" | "given_up">;

export function tellJob(tell: Tell): JobHandler {
  return defineJob({
    kind: TELL,
    schema: Payload,
    async run(words) {
      const told = await tell(words);
      if (told === "later") throw new Error("The platform does not take it now.");
      return told;
    },
  });
}
