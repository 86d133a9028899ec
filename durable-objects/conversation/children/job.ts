/** The parent's side of a child that a job begins: what it is begun with, and what a failed attempt changes. */
import { taskOf } from "../../../src/channels/conversation/task.ts";
import type { ConversationInit } from "../../../src/domain/conversation/conversation.ts";
import type { EventBody } from "../../../src/domain/events.ts";
import type { ReportInbound, UserMessage } from "../../../src/domain/inbound.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";
import { childEvent } from "./close.ts";

/** Time that a child may wait for its job before its own time counts: that of three attempts, and a lost bell. */
export const LONGEST_WAIT_MS = 12 * 60_000;

export interface HandedTask {
  init: ConversationInit;
  inbound: UserMessage;
}

/** Undefined if the child has ended, or there is none. Its time begins now. Uses a commit of its own. */
export function handOn(store: Store, id: string, now: number): HandedTask | undefined {
  const row = store.children.get(id);
  if (!row?.init || row.ended_at !== null) return undefined;
  store.commit(now, () => store.children.change(row.id, { deadline: now + row.patience_ms }));
  const behalf = store.turns.get(row.turn_id)?.actor ?? null;
  const task = { type: "task" as const, init: row.init, text: row.task, sender_name: row.name, behalf };
  return { init: row.init, inbound: taskOf(task, store.meta.conversation_id, row.tries) };
}

/** A child that has ended waits for another attempt. Part of a commit. Returns the events to broadcast. */
export function reopenChild(store: Store, id: string, now: number): EventBody[] {
  const row = store.children.get(id);
  if (!row?.init || row.ended_at === null) return [];
  const open = { ended_at: null, state: "running" as const, words: "", tries: row.tries + 1 };
  const reopened = { ...row, ...open, deadline: now + row.patience_ms + LONGEST_WAIT_MS };
  store.children.change(row.id, reopened);
  return [childEvent(reopened)];
}

/** The attempt has failed, and the child's job begins it again at `at`. Part of a commit. */
export function waitForNextTry(
  store: Store,
  row: ChildRow,
  { outcome, account, at }: Pick<ReportInbound, "outcome" | "account"> & { at: number },
): EventBody[] {
  const { steps, cost_usd } = account ?? row;
  const reason = "reason" in outcome ? outcome.reason : "";
  const waits = { steps, cost_usd, words: reason, asks: [], tries: row.tries + 1 };
  const changed = { ...row, ...waits, deadline: at + row.patience_ms + LONGEST_WAIT_MS };
  store.children.change(row.id, changed);
  const cleared: EventBody[] = row.asks.some(({ answered }) => !answered)
    ? [{ type: "answered", call_id: row.call_id, child: row.id }]
    : [];
  return [...cleared, childEvent(changed)];
}
