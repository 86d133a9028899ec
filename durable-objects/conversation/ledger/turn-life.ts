/**
 * One life of a turn, from its start or resumption to its end, its parking or a crash: its trace and its
 * bill.
 */
import type { StepRecord, Turn, TurnOutcome } from "../../../src/agent/turn.ts";
import type { RequestSize } from "../../../src/domain/conversation/request-size.ts";
import type { Trust } from "../../../src/domain/trust.ts";
import { TurnTrace } from "../../../src/observability/turn-trace.ts";
import type { Store } from "../rows/store.ts";
import { loadTimings } from "../rows/turns/step-journal.ts";
import type { TurnRow } from "../rows/turns/turns.ts";

export interface TurnLife {
  /** ms since the epoch. */
  startedAt: number;
  /** The turn has never run before: nothing of its answer is stored. */
  isFirst: boolean;
  trace: TurnTrace;
  /** Number of steps whose costs were booked when the turn parked. */
  billed: number;
}

/** The end of a turn: the source of its bill and its end commit. */
export interface Ending {
  row: TurnRow;
  /** Absent when the turn broke before it was prepared. */
  turn: Turn | undefined;
  steps: readonly StepRecord[];
  outcome: Exclude<TurnOutcome, { status: "parked" }>;
  /** Trust of the whole context. */
  trust: Trust;
  /** The answer repeats nothing that came from outside, and its turn read nothing. */
  quotes_none?: true;
  /** Size of the last request; absent: none was answered. */
  size?: RequestSize | undefined;
  life: TurnLife;
}

/** A turn in its first life has no journal to read. */
export function beginLife(
  store: Store,
  row: TurnRow,
  { isFirst, now }: Pick<TurnLife, "isFirst"> & { now: () => number },
): TurnLife {
  const waiting = isFirst ? undefined : store.turns.waiting(row.id);
  const earlier = isFirst ? [] : [...loadTimings(store.sql, row.id), ...(waiting ? [waiting.timings] : [])];
  const trace = new TurnTrace({ earlier, recoveries: row.attempts, now });
  return { startedAt: now(), isFirst, trace, billed: waiting?.billed ?? 0 };
}
