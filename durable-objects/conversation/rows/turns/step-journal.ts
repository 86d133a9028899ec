/**
 * The journal of the running turn. Results of calls that may run again after a crash wait in memory for the
 * next write, so that a step with tools costs one commit; results of `once` calls are written at once.
 */
import type { CallRecord, Journal, Reply, StepRecord } from "../../../../src/agent/turn.ts";
import type { CallId, TurnId } from "../../../../src/domain/ids.ts";
import type { Timings } from "../../../../src/observability/turn-trace.ts";
import type { Tables } from "../../../sql/tables.ts";
import { calls, steps } from "../schema/journal.ts";

interface JournalHooks {
  /** Called in the same transaction as the reply's row, before `onWrite`. */
  onReply(reply: Reply): void;
  /** Called in the same transaction as each write of the journal. */
  onWrite(): void;
  /** Usage and times of the step, stored beside its reply. */
  timings(): Timings;
}

export class StepJournal implements Journal {
  private readonly sql: Tables;
  private readonly turn_id: TurnId;
  private readonly hooks: JournalHooks;
  private readonly once = new Set<string>();
  private waiting: { step: number; record: CallRecord }[] = [];

  constructor(sql: Tables, turn_id: TurnId, hooks: JournalHooks) {
    this.sql = sql;
    this.turn_id = turn_id;
    this.hooks = hooks;
  }

  reply(reply: Reply): void {
    const { turn_id } = this;
    this.write(() => {
      const timings = this.hooks.timings();
      this.sql.put(steps, { turn_id, step: reply.step, reply: { ...reply, timings } });
      this.hooks.onReply(reply);
    });
  }

  call(step: number, record: CallRecord, { isNow } = { isNow: false }): void {
    if (record.state === "started") this.once.add(record.call_id);
    const canWait = !isNow && record.state === "settled" && !this.once.has(record.call_id);
    if (canWait) this.waiting.push({ step, record });
    else this.write(() => putCall(this.sql, { turn_id: this.turn_id, step, record }));
  }

  /** Writes the waiting results as part of the caller's commit. */
  store(): void {
    const { turn_id } = this;
    for (const waiting of this.waiting.splice(0)) putCall(this.sql, { turn_id, ...waiting });
  }

  private write(body: () => void): void {
    this.sql.transaction(() => {
      this.store();
      body();
      this.hooks.onWrite();
    });
  }
}

/** A result that came before its call was parked stays. */
const LATER_STATE = `ON CONFLICT (turn_id, step, call_id) DO UPDATE SET state = excluded.state, record = excluded.record
  WHERE NOT (excluded.state = 'parked' AND calls.state = 'settled')`;

export function putCall(sql: Tables, call: { turn_id: TurnId; step: number; record: CallRecord }): void {
  const { call_id, state } = call.record;
  sql.insert(calls, { ...call, call_id, state }, LATER_STATE);
}

export function loadSteps(sql: Tables, turn_id: TurnId): StepRecord[] {
  const replies = sql.pick({ of: steps, columns: ["reply"] }, "WHERE turn_id = ? ORDER BY step", turn_id);
  // A call starts only after the reply that requests it is stored.
  if (replies.length === 0) return [];
  const known = sql.pick({ of: calls, columns: ["step", "record"] }, "WHERE turn_id = ?", turn_id);
  return replies.map(({ reply }) => {
    const own = known.filter((call) => call.step === reply.step);
    return { reply, calls: own.map(({ record }) => record) };
  });
}

/** Timings of the recorded steps. */
export function loadTimings(sql: Tables, turn_id: TurnId): Timings[] {
  const replies = sql.pick({ of: steps, columns: ["reply"] }, "WHERE turn_id = ? ORDER BY step", turn_id);
  return replies.flatMap(({ reply }) => reply.timings ?? []);
}

type In<S extends CallRecord["state"]> = Extract<CallRecord, { state: S }>;

/** A call of an unfinished turn, and its recorded state. */
export interface CallRow<R extends CallRecord = CallRecord> {
  turn_id: TurnId;
  step: number;
  call_id: CallId;
  record: R;
}

/** A call that waits for its result. */
export type ParkedRow = CallRow<In<"parked">>;

/** Calls that wait for their result, of all unfinished turns. */
export function parkedCalls(sql: Tables): ParkedRow[] {
  return callsIn(sql, "parked");
}

/** Calls of all unfinished turns that were started and whose outcome is unknown. */
export function startedCalls(sql: Tables): CallRow<In<"started">>[] {
  return callsIn(sql, "started");
}

const OF_OPEN_TURNS = `WHERE turn_id IN (SELECT id FROM turns WHERE ended_at IS NULL) AND state = ?
  ORDER BY turn_id, step, call_id`;

function callsIn<S extends CallRecord["state"]>(sql: Tables, state: S): CallRow<In<S>>[] {
  const known = { of: calls, columns: ["turn_id", "step", "call_id", "record"] } as const;
  const found: CallRow[] = sql.pick(known, OF_OPEN_TURNS, state);
  return found.filter((row): row is CallRow<In<S>> => row.record.state === state);
}
