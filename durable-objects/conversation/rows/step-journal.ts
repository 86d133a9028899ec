/**
 * The journal of the running turn. Results of calls that may run again after a crash wait in memory and go
 * with the next write, so that a step with tools costs one commit; those of `once` calls are written at once.
 */
import type { CallRecord, Journal, Reply, StepRecord } from "../../../src/agent/turn.ts";
import type { CallId, TurnId } from "../../../src/domain/ids.ts";
import type { Timings } from "../../../src/observability/turn-trace.ts";
import type { Row, Tables } from "../sql/sql.ts";

export interface JournalHooks {
  /** Called in the same transaction as each write of the journal. */
  onWrite(): void;
  /** What the step took, stored beside its reply. */
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
    this.write(() =>
      this.sql.run(
        "INSERT OR REPLACE INTO steps (turn_id, step, reply) VALUES (?, ?, ?)",
        this.turn_id,
        reply.step,
        JSON.stringify({ ...reply, timings: this.hooks.timings() }),
      ),
    );
  }

  call(step: number, record: CallRecord): void {
    if (record.state === "started") this.once.add(record.call_id);
    const canWait = record.state === "settled" && !this.once.has(record.call_id);
    if (canWait) this.waiting.push({ step, record });
    else this.write(() => this.putCall(step, record));
  }

  /** Writes the results that wait, as part of somebody's commit. */
  store(): void {
    for (const { step, record } of this.waiting.splice(0)) this.putCall(step, record);
  }

  private write(body: () => void): void {
    this.sql.transaction(() => {
      this.store();
      body();
      this.hooks.onWrite();
    });
  }

  private putCall(step: number, record: CallRecord): void {
    putCall(this.sql, this.turn_id, step, record);
  }
}

/** A result that came before its call was parked stands. */
export function putCall(sql: Tables, turn_id: TurnId, step: number, record: CallRecord): void {
  sql.run(
    `INSERT INTO calls (turn_id, step, call_id, state, record) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (turn_id, step, call_id) DO UPDATE SET state = excluded.state, record = excluded.record
     WHERE NOT (excluded.state = 'parked' AND calls.state = 'settled')`,
    turn_id,
    step,
    record.call_id,
    record.state,
    JSON.stringify(record),
  );
}

export function loadSteps(sql: Tables, turn_id: TurnId): StepRecord[] {
  const replies = sql.from<{ reply: string }>(
    "steps",
    "SELECT reply FROM steps WHERE turn_id = ? ORDER BY step",
    turn_id,
  );
  // No call leaves before the reply that asks for it is stored.
  if (replies.length === 0) return [];
  const calls = sql.from<{ step: number; record: string }>(
    "calls",
    "SELECT step, record FROM calls WHERE turn_id = ?",
    turn_id,
  );
  return replies.map(({ reply: json }) => {
    const reply = JSON.parse(json) as Reply;
    const own = calls.filter((call) => call.step === reply.step);
    return { reply, calls: own.map((call) => JSON.parse(call.record) as CallRecord) };
  });
}

/** What the recorded steps took. */
export function loadTimings(sql: Tables, turn_id: TurnId): Timings[] {
  const rows = sql.from<{ timings: string | null }>(
    "steps",
    "SELECT json_extract(reply, '$.timings') AS timings FROM steps WHERE turn_id = ? ORDER BY step",
    turn_id,
  );
  return rows.flatMap(({ timings }) => (timings === null ? [] : [JSON.parse(timings) as Timings]));
}

export interface CallRow extends Row {
  turn_id: TurnId;
  step: number;
  call_id: CallId;
  record: string;
}

/** Calls that wait for their result, of all unfinished turns. */
export function parkedCalls(sql: Tables): CallRow[] {
  return callsIn(sql, "parked");
}

/** Of all unfinished turns: calls that left, and of which nothing else is known yet. */
export function startedCalls(sql: Tables): CallRow[] {
  return callsIn(sql, "started");
}

function callsIn(sql: Tables, state: CallRecord["state"]): CallRow[] {
  return sql.from<CallRow>(
    "calls",
    `SELECT c.turn_id, c.step, c.call_id, c.record FROM turns t JOIN calls c ON c.turn_id = t.id
     WHERE t.ended_at IS NULL AND c.state = ? ORDER BY c.turn_id`,
    state,
  );
}
