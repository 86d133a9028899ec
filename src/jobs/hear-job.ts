/** A voice message is fetched, written down and handed in at the front door, as often as it takes. */
import { z } from "zod";
import type { UserMessage } from "../domain/inbound.ts";
import type { FrontDoor } from "../routing/front-door.ts";
import type { SenderCheck } from "../routing/senders.ts";
import { defineJob, type JobHandler } from "./job.ts";

export const HEAR = "channel.hear";

/** It was a message of ours when it was put there. */
const Payload = z.object({
  message: z.custom<UserMessage>((value) => (value as { type?: unknown } | null)?.type === "user_message"),
});

export interface HearDeps {
  senders: SenderCheck;
  frontDoor: Pick<FrontDoor, "enter">;
}

export function hearJob({ senders, frontDoor }: HearDeps): JobHandler {
  return defineJob({
    kind: HEAR,
    schema: Payload,
    async run({ message }) {
      const beside: Promise<unknown>[] = [];
      const background = (work: Promise<unknown>) => void beside.push(work);
      // Who may write is asked again: it may have changed meanwhile.
      const written = await senders(message, background);
      const entered = written && (await frontDoor.enter({ ...written, to: { thread: true }, background }));
      await Promise.allSettled(beside);
      if (!entered) return "Who wrote it may not write here any more.";
      if (entered.ok) return entered.value.receipt.status;
      const { error, reason } = entered.failure;
      // At another time it may go well: the job is tried again.
      if (error === "rate_limited" || error === "internal") throw new Error(reason);
      return `Refused: ${reason}`;
    },
  });
}
