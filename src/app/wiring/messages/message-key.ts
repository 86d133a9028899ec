/** The name of a message that no other has, in whatever place: for work that is done once for it. */
import type { UserMessage } from "../../../domain/inbound.ts";

export function placeKey({
  key,
  source: { channel, account = "", thread, sender },
}: Pick<UserMessage, "key" | "source">): string {
  return JSON.stringify([channel, account, thread ?? sender, key]);
}

/** The id of the only job of that kind for it. */
export async function jobIdOf(kind: string, message: UserMessage): Promise<string> {
  const bytes = new TextEncoder().encode(placeKey(message));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return `job_${kind}_${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
