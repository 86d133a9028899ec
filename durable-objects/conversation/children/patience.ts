/** A child that does not report in time is given up; one that could not be begun is told of as failed. */
import type { Inbound, Receipt, ReportOutcome } from "../../../src/domain/inbound.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";

/** Before the next look at one whose call does not wait yet. */
const LOOK_AGAIN_MS = 2_000;

/** When the next is due, in ms since the epoch; null when none is waited for. */
export function nextDeadline(store: Store): number | null {
  const times = store.children.open().flatMap(({ deadline }) => deadline ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Those whose time is up go the way of a report. */
export function giveUpLate(store: Store, receive: (inbound: Inbound) => Receipt, now: number): void {
  for (const row of store.children.open()) {
    if (row.deadline === null || row.deadline > now) continue;
    const receipt = receive(outOfTime(row));
    if (receipt.status === "refused")
      store.commit(now, () => store.children.change(row.id, { deadline: now + LOOK_AGAIN_MS }));
  }
}

/** Its task did not arrive, and will not: it is told of at the next look. Part of a commit. */
export function notBegun(store: Store, id: ChildRow["id"], why: { reason: string; now: number }): void {
  const row = store.children.get(id);
  if (row && row.ended_at === null) store.children.change(row.id, { words: why.reason, deadline: why.now });
}

function outOfTime({ id, call_id, words }: ChildRow): Inbound {
  const outcome: ReportOutcome =
    words === "" ? { status: "given_up" } : { status: "failed", reason: words, retryable: true };
  return {
    type: "report",
    key: `over:${id}`,
    source: { channel: "conversation", sender: id, thread: id },
    call_id,
    outcome,
  };
}
