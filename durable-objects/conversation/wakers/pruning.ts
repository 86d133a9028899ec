/**
 * Prunes events that nobody replays any more, about once an hour. It never sets the alarm, but runs when
 * another waker does.
 */
import type { Store } from "../rows/store.ts";
import { closedSeq } from "../trail/segments.ts";
import type { Waker } from "./waker.ts";

const PRUNE_EVERY_MS = 3_600_000;
/** Time for which the bulk of events stays here after it has reached the trail. */
const HOT_EVENTS_MS = 7 * 24 * 3_600_000;

export function pruningWaker(store: Store): Waker {
  // A conversation that was just made has no old events.
  let prunedAt = store.meta.created_at;
  return {
    name: "pruning",
    due: () => null,
    async wake(now) {
      if (now - prunedAt < PRUNE_EVERY_MS) return;
      prunedAt = now;
      prune(store, now);
    },
  };
}

function prune(store: Store, now: number): void {
  // Until an answer is final, its events are its only record.
  const turns = store.turns.open();
  const oldest = Math.min(now, ...turns.map(({ created_at }) => created_at));
  store.log.prune(Math.min(oldest, now - PRUNE_EVERY_MS));
  const open = Math.min(Number.MAX_SAFE_INTEGER, ...turns.map(({ start_seq }) => start_seq));
  store.log.thin(Math.min(open, closedSeq(store.sql)), now - HOT_EVENTS_MS);
}
