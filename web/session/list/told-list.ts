/** A list of conversations with what was told of some of them, in the order in which the server lists. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";

export interface Told {
  items: readonly ConversationSummary[];
  /** Ids of those that are not in it any more. */
  gone: readonly string[];
}

/** Archived ones leave it. */
export function withTold(list: readonly ConversationSummary[], { items, gone }: Told): ConversationSummary[] {
  const told = new Map(items.map((item) => [item.id, item]));
  const out = new Set([...gone, ...items.filter(({ archived }) => archived).map(({ id }) => id)]);
  const stay = list.filter(({ id }) => !out.has(id)).map((item) => told.get(item.id) ?? item);
  const known = new Set(stay.map(({ id }) => id));
  const added = items.filter(({ id }) => !known.has(id) && !out.has(id));
  return [...stay, ...added].sort(byPlace);
}

/** What is told while a page is being read: it may be newer than the page, whichever comes first. */
export class ToldMeanwhile {
  private kept: Told[] = [];
  private isReading = false;

  /** A reading begins: it sees all that was told before. */
  begin(): void {
    this.kept = [];
    this.isReading = true;
  }

  hear(told: Told): void {
    if (this.isReading) this.kept.push(told);
  }

  /** The newest reading is over: what is to be told again, in its order. */
  end(): readonly Told[] {
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
