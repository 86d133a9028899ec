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

function byPlace(a: ConversationSummary, b: ConversationSummary): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  return b.updated_at.localeCompare(a.updated_at) || b.id.localeCompare(a.id);
}
