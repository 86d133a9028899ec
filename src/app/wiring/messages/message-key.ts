/** A unique name of a message across all places, for work that is done once for it. */
import type { UserMessage } from "../../../domain/inbound.ts";
import { sha256Hex } from "../../../platform/digest.ts";

export function placeKey({
  key,
  source: { channel, account = "", thread, sender },
}: Pick<UserMessage, "key" | "source">): string {
  return JSON.stringify([channel, account, thread ?? sender, key]);
}

/** The id of the one job of that kind for this message. */
export async function jobIdOf(kind: string, message: UserMessage): Promise<string> {
  return `job_${kind}_${await sha256Hex(placeKey(message))}`;
}
