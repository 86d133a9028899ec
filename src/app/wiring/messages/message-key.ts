/** A unique name of a message across all places, for work that is done once for it. */
import type { UserMessage } from "../../../domain/inbound.ts";

export function placeKey({
  key,
  source: { channel, account = "", thread, sender },
}: Pick<UserMessage, "key" | "source">): string {
  return JSON.stringify([channel, account, thread ?? sender, key]);
}

/** The id of the one job of that kind for this message. */
export async function jobIdOf(kind: string, message: UserMessage): Promise<string> {
  const bytes = new TextEncoder().encode(placeKey(message));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `job_${kind}_${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
