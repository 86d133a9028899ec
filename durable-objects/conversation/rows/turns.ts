/** Turn rows: queued -> running -> (parked | completed | halted | failed). */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { TurnRecord } from "../../../src/observability/turn-record.ts";
import type { Timings } from "../../../src/observability/turn-trace.ts";
import { putRow } from "../sql/held-commit.ts";
import type { Row, Tables } from "../sql/sql.ts";

export type TurnRowState = "queued" | "running" | "parked" | "completed" | "halted" | "failed";

export interface TurnRow {
  id: TurnId;
  state: TurnRowState;
  trigger_id: MessageId;
  answer_id: MessageId;
  agent: string | null;
  model: string | null;
  mode: string | null;
  source: Source;
  tier: "full" | "operational";
  created_at: number;
  /** Not claimed before: a burst is still being combined. */
  ready_at: number;
  /** Seq just before the turn's first event: replay from here rebuilds it. */
  start_seq: number;
  /** Resumptions since the last recorded step. */
  attempts: number;
}

type StoredTurn = Row & { source: string };

/** What a turn that waits keeps of itself. */
export interface Waiting {
  billed: number;
  timings: Timings;
}

export interface TurnSummary {
  agent: string;
  /** First choice; each step says which one answered. */
  model: string;
  steps: number;
  /** Of its last life. */
  duration_ms: number;
  /** Why it was stopped or failed. */
  reason?: string;
  /** Absent of turns that were rebuilt. */
  trace?: TurnRecord;
}

export class Turns {
  private readonly sql: Tables;
  /** Unfinished turns as they are stored: asked for many times a turn. Undefined: to be read. */
  private held: StoredTurn[] | undefined;
  /** Inserted in this life of the object and never run. */
  private readonly fresh = new Set<TurnId>();

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** What is held may not be what is stored: a transaction was undone, or somebody else has written. */
  forget(): void {
    this.held = undefined;
  }

  insert(turn: TurnRow): void {
    const source = JSON.stringify(turn.source);
    this.held?.push({ ...turn, source });
    this.fresh.add(turn.id);
    putRow(this.sql, "turns", [
      turn.id,
      turn.state,
      turn.trigger_id,
      turn.answer_id,
      turn.agent,
      turn.model,
      turn.mode,
      source,
      turn.tier,
      turn.created_at,
      turn.ready_at,
      turn.start_seq,
      turn.attempts,
    ]);
  }

  /** Unfinished turns, oldest first. */
  open(): TurnRow[] {
    this.held ??= this.sql.from<StoredTurn>(
      "turns",
      "SELECT * FROM turns WHERE ended_at IS NULL ORDER BY id",
    );
    return this.held.map(turnOf);
  }

  /** Whether nothing can have been recorded of it yet. True once. */
  takeFresh(id: TurnId): boolean {
    return this.fresh.delete(id);
  }

  get(id: TurnId): TurnRow | undefined {
    const row = this.sql.all<StoredTurn>("SELECT * FROM turns WHERE id = ?", id)[0];
    return row && turnOf(row);
  }

  setState(id: TurnId, state: TurnRowState): void {
    this.change("UPDATE turns SET state = ? WHERE id = ?", state, id);
  }

  /** A burst goes on: the turn answers its newest message, later. */
  extend(id: TurnId, trigger_id: MessageId, ready_at: number): void {
    this.change("UPDATE turns SET trigger_id = ?, ready_at = ? WHERE id = ?", trigger_id, ready_at, id);
  }

  countAttempt(turn: TurnRow): void {
    turn.attempts += 1;
    this.change("UPDATE turns SET attempts = ? WHERE id = ?", turn.attempts, turn.id);
  }

  /** Progress was recorded: earlier interruptions no longer count. */
  forgetAttempts(turn: TurnRow): void {
    if (turn.attempts === 0) return;
    turn.attempts = 0;
    this.change("UPDATE turns SET attempts = 0 WHERE id = ?", turn.id);
  }

  /** The turn waits, and keeps what it has taken so far. */
  park(id: TurnId, waiting: Waiting): void {
    this.change("UPDATE turns SET state = 'parked', summary = ? WHERE id = ?", JSON.stringify(waiting), id);
  }

  waiting(id: TurnId): Waiting | undefined {
    const row = this.sql.all<{ summary: string | null }>(
      "SELECT summary FROM turns WHERE id = ? AND ended_at IS NULL",
      id,
    )[0];
    return row?.summary ? (JSON.parse(row.summary) as Waiting) : undefined;
  }

  end(id: TurnId, state: TurnRowState, summary: TurnSummary, now: number): void {
    this.held = this.held?.filter((turn) => turn.id !== id);
    putRow(this.sql, "endings", [id, state, now, JSON.stringify(summary)]);
  }

  private change(query: string, ...values: (string | number | null)[]): void {
    this.held = undefined;
    this.sql.run(query, ...values);
  }
}

function turnOf(row: StoredTurn): TurnRow {
  return { ...row, source: JSON.parse(row.source) as Source } as unknown as TurnRow;
}
