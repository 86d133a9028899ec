/** Ends a child on its parent's side. */
import type { EventBody } from "../../../src/domain/events.ts";
import type { ReportAccount } from "../../../src/domain/inbound.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";
import type { Family } from "./family.ts";

interface ChildEnd extends Partial<Pick<ReportAccount, "steps" | "cost_usd">> {
  state: Exclude<ChildRow["state"], "running">;
  words: string;
  now: number;
}

/** Limit on its stored last words, in UTF-16 units. */
const LONGEST_WORDS = 1_000;

/** Part of a commit. Returns the events to broadcast. */
export function closeChild(store: Store, row: ChildRow, { now, ...end }: ChildEnd): EventBody[] {
  const { state, words, steps = row.steps, cost_usd = row.cost_usd } = end;
  const ended = { state, steps, cost_usd, words: words.slice(0, LONGEST_WORDS), ended_at: now };
  const isAsking = row.asks.some(({ answered }) => !answered);
  store.children.change(row.id, { ...ended, asks: [], deadline: null });
  const event = childEvent({ ...row, ...ended });
  if (!isAsking) return [event];
  return [{ type: "answered", call_id: row.call_id, child: row.id }, event];
}

/** Tells the children to stop and ends waiting for them. Part of a commit. */
export function haltChildren({ store, tell }: Family, rows: readonly ChildRow[], now: number): EventBody[] {
  return rows.flatMap((row) => {
    tell(row, { type: "halt" });
    return closeChild(store, row, { state: "halted", words: "Stopped.", now });
  });
}

/** Limit in the event; the child itself has the whole task. */
const LONGEST_TASK = 500;

export function childEvent(row: ChildRow): Extract<EventBody, { type: "child" }> {
  const { id: conversation_id, call_id, kind, agent, name, depth, state, steps, cost_usd } = row;
  const task = row.task.slice(0, LONGEST_TASK);
  return { type: "child", call_id, conversation_id, kind, agent, name, task, depth, state, steps, cost_usd };
}
