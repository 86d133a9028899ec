/**
 * The full record of a conversation: all messages on every branch, and with `full` the work behind them.
 * Parts that the object no longer holds come from the trail.
 */
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Message, Part } from "../../../src/domain/message.ts";
import type { Store } from "../rows/store.ts";
import { recordBetween, type TrailReader } from "../trail/read.ts";

export interface HistoryQuery {
  /** Cursor from the page before. */
  before: string | null;
  limit: number;
  /** Includes tool calls, their results, reasoning, and the events around them. */
  full: boolean;
}

export interface RecordedMessage extends Message {
  /** Whether it is on the active branch. */
  active: boolean;
}

export interface HistoryPage {
  /** Oldest first within the page; the newest page comes first. */
  items: RecordedMessage[];
  /** The other recorded events of that time, with `full`. */
  events?: NightjarEvent[];
  next_cursor: string | null;
}

/** Rejects when the trail is needed but cannot be reached. */
export async function historyPage(
  store: Store,
  query: HistoryQuery,
  trail: TrailReader,
): Promise<HistoryPage> {
  const cursor = parseCursor(query.before);
  const found = store.transcript.recorded(cursor.before, query.limit);
  const oldest = found.at(-1);
  if (!oldest) return { items: [], next_cursor: null, ...(query.full ? { events: [] } : {}) };
  const branch = activeFrom(store, cursor.ancestor ?? store.meta.head, oldest.message.id);
  const items = found.reverse().map(({ message }) => ({ ...message, active: branch.ids.has(message.id) }));
  const more = found.length === query.limit;
  const next_cursor = more ? `${oldest.message.id}~${branch.next ?? ""}` : null;
  if (!query.full) return { items: items.map(saidOnly), next_cursor };
  const from = more ? startOf(store, oldest.turn_id) : 0;
  const events = await recordBetween(store, trail, { from, to: endOf(store, cursor.before) });
  return { items, events: events.filter(({ type }) => type !== "message"), next_cursor };
}

/** The cursor holds the oldest message shown and the ancestor of the head that comes before it. */
function parseCursor(text: string | null): { before: MessageId | null; ancestor: MessageId | null } {
  const [before = "", ancestor = ""] = (text ?? "").split("~");
  return { before: (before || null) as MessageId | null, ancestor: (ancestor || null) as MessageId | null };
}

/** Ids on the active branch as far back as `oldest`; ids sort by creation time. */
function activeFrom(store: Store, start: MessageId | null, oldest: MessageId) {
  const ids = new Set<MessageId>();
  let next: MessageId | null = start;
  while (next !== null && next >= oldest) {
    const steps = store.transcript.ancestors(next, 200);
    next = null;
    for (const id of steps) {
      if (id < oldest) return { ids, next: id };
      ids.add(id);
    }
    const last = steps.at(-1);
    if (last) next = store.transcript.get(last)?.parent_id ?? null;
  }
  return { ids, next };
}

function startOf(store: Store, turn_id: TurnId | null): number {
  return (turn_id === null ? undefined : store.turns.get(turn_id)?.start_seq) ?? 0;
}

function endOf(store: Store, before: MessageId | null): number {
  if (before === null) return Number.MAX_SAFE_INTEGER;
  return startOf(store, store.transcript.turnOf(before));
}

function saidOnly(message: RecordedMessage): RecordedMessage {
  return { ...message, parts: message.parts.filter(isSaid) };
}

function isSaid(part: Part): boolean {
  return part.type !== "tool_call" && part.type !== "tool_result" && part.type !== "reasoning";
}
