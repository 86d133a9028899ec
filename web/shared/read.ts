/** Reads what a shared link shows. The token stands behind the `#`, so that no server writes the page's address down. */
import type { SharedSnapshot } from "../../src/contract/shared-links.ts";
import { t } from "../words/t.ts";

export type { SharedSnapshot };
export type SharedMessage = SharedSnapshot["messages"][number];

export function addressOf(token: string): string {
  return `/api/v1/shared/${encodeURIComponent(token)}`;
}

/** The snapshot, or why it is not shown. Never rejects. */
export async function readShared(token: string): Promise<SharedSnapshot | string> {
  try {
    const response = await fetch(addressOf(token), { credentials: "omit", referrerPolicy: "no-referrer" });
    if (response.ok) return (await response.json()) as SharedSnapshot;
    if (response.status === 404) return t("This link doesn't work any more. Ask for a new one.");
    if (response.status === 429)
      return t("Too many people are reading this right now. Try again in a minute.");
    return t("Can't show this conversation right now. Try again later.");
  } catch {
    return t("Nightjar can't be reached. Check your connection, then reload the page.");
  }
}
