/**
 * Shows a child's questions and approvals to people at the call that started the child, one after the other.
 * Answers given there are passed down to it; asks that are settled elsewhere disappear as soon as the child
 * reports it.
 */

import type { ChildAsk } from "../../../src/domain/conversation/child-asks.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import { askView, type ChildRow, shownAsk } from "../rows/children.ts";
import type { KeptAsk } from "../rows/schema/stored-json.ts";
import type { Store } from "../rows/store.ts";
import { parkedCalls } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";

/** Result of a change in a child's asks. */
interface AsksChange {
  events: EventBody[];
  /** The ask to present to whoever the turn answers. */
  shown: ChildAsk | undefined;
}

interface Moment {
  store: Store;
  now: number;
}

/** Replaces the asks by those that the child reports. Part of a commit. */
export function replaceAsks({ store, now }: Moment, row: ChildRow, asks: readonly ChildAsk[]): AsksChange {
  const answered = new Set(row.asks.flatMap((ask) => (ask.answered ? ask.call_id : [])));
  const kept = asks.map((ask): KeptAsk => (answered.has(ask.call_id) ? { ...ask, answered: true } : ask));
  return changed({ store, now }, row, kept);
}

/** A person has answered the ask, and the answer is on its way. Part of a commit. */
export function answeredAsk({ store, now }: Moment, row: ChildRow, ask: ChildAsk): AsksChange {
  const kept = row.asks.map((other): KeptAsk => {
    return other.call_id === ask.call_id ? { ...other, answered: true } : other;
  });
  return changed({ store, now }, row, kept);
}

function changed({ store, now }: Moment, row: ChildRow, asks: KeptAsk[]): AsksChange {
  const before = shownAsk(row);
  const shown = shownAsk({ asks });
  store.children.change(row.id, { asks, deadline: deadlineOf(row, shown, now) });
  if (before?.call_id === shown?.call_id) return { events: [], shown: undefined };
  const { call_id, id: child } = row;
  const cleared: EventBody[] = before ? [{ type: "answered", call_id, child }] : [];
  const opened = shown ? [askEvent(row, shown)] : [];
  return { events: [...cleared, ...opened], shown };
}

/** Time that the child spends waiting for a person does not count. */
function deadlineOf({ patience_ms }: ChildRow, shown: ChildAsk | undefined, now: number): number | null {
  if (!shown) return now + patience_ms;
  return shown.expires_at === undefined ? null : shown.expires_at + patience_ms;
}

function askEvent({ call_id, id: child }: ChildRow, ask: ChildAsk): EventBody {
  return { call_id, child, ...askView(ask) };
}

/** All asks that this conversation passes up to its parent. */
export function asksUpward(store: Store): ChildAsk[] {
  const { parent } = store.meta;
  if (!parent) return [];
  const isForParent = ({ source }: TurnRow) =>
    source.channel === "conversation" && source.thread === parent.conversation_id;
  const turns = new Set(store.turns.open().flatMap((turn) => (isForParent(turn) ? turn.id : [])));
  const own = parkedCalls(store.sql).flatMap(({ turn_id, call_id, record: { parked } }): ChildAsk[] => {
    if (!turns.has(turn_id)) return [];
    if (parked.kind === "question") {
      const { resume: _own, ...question } = withoutKind(parked);
      return [{ type: "question", call_id, ...question }];
    }
    return parked.kind === "approval" ? [{ type: "approval", call_id, ...withoutKind(parked) }] : [];
  });
  const ofChildren = store.children.open().flatMap((row): ChildAsk[] => {
    const ask = shownAsk(row);
    return ask ? [{ ...withoutMark(ask), call_id: row.call_id }] : [];
  });
  return [...own, ...ofChildren];
}

function withoutKind<T extends { kind: string }>({ kind: _kind, ...rest }: T): Omit<T, "kind"> {
  return rest;
}

function withoutMark({ answered: _answered, ...ask }: KeptAsk): ChildAsk {
  return ask;
}
