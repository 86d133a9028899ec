/** Voice messages are taken in at once, and handed to their conversation once they are written down. */
import type { UserMessage } from "../domain/inbound.ts";
import type { Background, Written } from "./senders.ts";

/** Durable when it resolves. May reject: nothing is kept then, and the platform is to send it again. */
export type HearLater = (
  message: UserMessage,
  written: Written,
  background: Background,
) => Promise<"accepted" | "duplicate">;

export function isSpoken({ attachments = [] }: UserMessage): boolean {
  return attachments.some(({ is_voice }) => is_voice);
}
