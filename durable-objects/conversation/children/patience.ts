/** Gives up children that do not report in time, and reports those that could not begin as failed. */
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import type { Inbound, ReportOutcome } from "../../../src/domain/inbound.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";

/** Delay before checking again a child whose call has not parked yet. */
const LOOK_AGAIN_MS = 2_000;

/** The earliest deadline, in ms since the epoch; null when none is waited for. */
export function nextDeadline(store: Store): number | null {
  const times = store.children.open().flatMap(({ deadline }) => deadline ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Children past their deadline end through a report. */
export function giveUpLate(store: Store, receive: (inbound: Inbound) => Receipt, now: number): void {
  for (const row of store.children.open()) {
    if (row.deadline === null || row.deadline > now) continue;
    const receipt = receive(outOfTime(row));
    if (receipt.status === "refused")
      store.commit(now, () => store.children.change(row.id, { deadline: now + LOOK_AGAIN_MS }));
  }
}

/** The child's task will not arrive: the next check reports it as failed. Part of a commit. */
export function notBegun(store: Store, id: ChildRow["id"], why: { reason: string; now: number }): void {
  const row = store.children.get(id);
  if (row && row.ended_at === null) store.children.change(row.id, { words: why.reason, deadline: why.now });
}

function outOfTime({ id, call_id, words, tries }: ChildRow): Inbound {
  const outcome: ReportOutcome =
    words === "" ? { status: "given_up" } : { status: "failed", reason: words, retryable: true };
  return {
    type: "report",
    key: `over:${id}${tries === 0 ? "" : `:${tries}`}`,
    source: { channel: "conversation", sender: id, thread: id },
    call_id,
    outcome,
  };
}
