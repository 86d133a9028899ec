/** Turn rows: queued -> (parked -> queued) -> halting? -> completed, halted or failed; or queued -> absorbed. */
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import type { TurnSummary, Waiting } from "../schema/stored-json.ts";
import { type EndState, type OpenState, turnEnds, turns } from "../schema/talk.ts";

export type StoredTurn = RowOf<typeof turns>;

/** How a turn stands, without how it went. */
export type TurnRow = Omit<StoredTurn, "ended_at" | "summary">;

/** What an ended one is no longer asked for. */
type Whose = "actor" | "payer" | "memory";

/** The state as people are shown it: a requested halt is shown as the halt. */
export type ShownState = Exclude<StoredTurn["state"], "halting">;

export function shownState({ state }: Pick<StoredTurn, "state">): ShownState {
  return state === "halting" ? "halted" : state;
}

/** The turn that has taken its message in, if one has. */
export function intoOf({ summary }: StoredTurn): TurnId | undefined {
  return summary && "into" in summary ? summary.into : undefined;
}

/** How it went. */
export interface TurnEnd {
  state: EndState;
  summary: TurnSummary;
  /** ms since the epoch. */
  ended_at: number;
}

export class Turns {
  private readonly sql: Tables;
  /** Cache of the unfinished turns, which are read many times a turn. Undefined: to be read from storage. */
  private held: TurnRow[] | undefined;
  /** Inserted in this life of the object and never run. */
  private readonly fresh = new Set<TurnId>();
  /** Whose words a model was given in this life, though nothing of that is stored yet. */
  private readonly shown = new Set<TurnId>();

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Drops the cached rows: a transaction was rolled back, or the rows were written elsewhere. */
  forget(): void {
    this.held = undefined;
  }

  insert(turn: TurnRow): void {
    this.held?.push({ ...turn });
    this.fresh.add(turn.id);
    this.sql.put(turns, turn);
  }

  /** One that had ended before this object knew of it. */
  putEnded(turn: Omit<TurnRow, Whose> & { state: EndState }, summary: TurnSummary, ended_at: number): void {
    this.sql.put(turns, { ...turn, ended_at, summary });
  }

  /** Unfinished turns, oldest first. */
  open(): TurnRow[] {
    return this.unfinished().map((turn) => ({ ...turn }));
  }

  /** The oldest of them that waits for nobody. */
  next(): TurnRow | undefined {
    const found = this.unfinished().find(isRunnable);
    return found && { ...found };
  }

  /** Whether there is such a one. */
  get hasNext(): boolean {
    return this.unfinished().some(isRunnable);
  }

  get openCount(): number {
    return this.unfinished().length;
  }

  private unfinished(): readonly TurnRow[] {
    this.held ??= this.sql.rows(turns, "WHERE ended_at IS NULL ORDER BY id");
    return this.held;
  }

  /** Whether nothing can have been recorded of it yet. True once. */
  takeFresh(id: TurnId): boolean {
    return this.fresh.delete(id);
  }

  /** Nothing can have been done about it: it came in this life of the object, and has not run. */
  isFresh(id: TurnId): boolean {
    return this.fresh.has(id);
  }

  /** The words that it was begun for are put before a model, by another turn. */
  show(id: TurnId): void {
    this.shown.add(id);
  }

  /** No model can have been given its words. */
  isUnread(id: TurnId): boolean {
    return this.fresh.has(id) && !this.shown.has(id);
  }

  get(id: string): StoredTurn | undefined {
    return this.sql.rows(turns, "WHERE id = ?", id)[0];
  }

  /** Newest first, older than `before`. */
  page(before: string | null, limit: number): StoredTurn[] {
    return this.sql.rows(turns, "WHERE ?1 IS NULL OR id < ?1 ORDER BY id DESC LIMIT ?2", before, limit);
  }

  setState(id: TurnId, state: OpenState): void {
    this.change(id, { state });
  }

  /** A burst goes on: the turn answers its newest message, later. */
  extend(id: TurnId, trigger_id: MessageId, ready_at: number): void {
    this.change(id, { trigger_id, ready_at });
  }

  countAttempt(turn: TurnRow): void {
    turn.attempts += 1;
    this.change(turn.id, { attempts: turn.attempts });
  }

  /** Progress was recorded: earlier interruptions no longer count. */
  forgetAttempts(turn: TurnRow): void {
    if (turn.attempts === 0) return;
    turn.attempts = 0;
    this.change(turn.id, { attempts: 0 });
  }

  /** The turn waits, and keeps what it has taken so far. */
  park(id: TurnId, waiting: Waiting): void {
    this.change(id, { state: "parked", summary: waiting });
  }

  waiting(id: TurnId): Waiting | undefined {
    const kept = { of: turns, columns: ["summary"] } as const;
    const summary = this.sql.pick(kept, "WHERE id = ? AND ended_at IS NULL", id)[0]?.summary;
    return summary && "timings" in summary ? summary : undefined;
  }

  end(id: TurnId, { state, summary, ended_at }: TurnEnd): void {
    this.held = this.held?.filter((turn) => turn.id !== id);
    this.sql.change(turnEnds, { id, state, ended_at, summary });
  }

  private change(id: TurnId, set: Partial<StoredTurn>): void {
    this.held = undefined;
    this.sql.update({ of: turns, set }, "WHERE id = ?", id);
  }
}

function isRunnable({ state }: TurnRow): boolean {
  return state !== "parked";
}
