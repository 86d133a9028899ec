/** Merges news into a list of conversations, in the server's order. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";

export interface ListUpdate {
  items: readonly ConversationSummary[];
  /** Ids of conversations that have left the list. */
  gone: readonly string[];
}

/** Archived ones leave the list. */
export function withListUpdate(
  list: readonly ConversationSummary[],
  { items, gone }: ListUpdate,
): ConversationSummary[] {
  const told = new Map(items.map((item) => [item.id, item]));
  const out = new Set([...gone, ...items.filter(({ archived }) => archived).map(({ id }) => id)]);
  const stay = list.filter(({ id }) => !out.has(id)).map((item) => told.get(item.id) ?? item);
  const known = new Set(stay.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id) && !out.has(id));
  return [...stay, ...added].sort(byPlace);
}

/** Collects news that arrive while a page is read: they may be newer than the page, whichever arrives first. */
export class PendingUpdates {
  private kept: ListUpdate[] = [];
  private isReading = false;

  /** Starts a read: it sees all earlier news. */
  begin(): void {
    this.kept = [];
    this.isReading = true;
  }

  hear(told: ListUpdate): void {
    if (this.isReading) this.kept.push(told);
  }

  /** Ends the newest read; returns the news to apply again, in order. */
  end(): readonly ListUpdate[] {
    const kept = this.kept;
    this.kept = [];
    this.isReading = false;
    return kept;
  }
}

function byPlace(a: ConversationSummary, b: ConversationSummary): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  return b.updated_at.localeCompare(a.updated_at) || b.id.localeCompare(a.id);
}
