/** The key of a place in a table: its channel, account and thread. */
import type { Source } from "../../../../src/domain/inbound.ts";

export function placeKey({ channel, account = "", thread, sender }: Source): string {
  return JSON.stringify([channel, account, thread ?? sender]);
}
