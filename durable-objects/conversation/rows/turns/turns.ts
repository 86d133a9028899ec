/**
 * Turn rows: queued -> (parked -> queued) -> halting? -> completed, halted or failed; or queued -> absorbed.
 */
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import type { TurnSummary, Waiting } from "../schema/stored-json.ts";
import { type EndState, type OpenState, turnEnds, turns } from "../schema/talk.ts";

export type StoredTurn = RowOf<typeof turns>;

/** A turn's state, without its end and summary. */
export type TurnRow = Omit<StoredTurn, "ended_at" | "summary">;

/** Fields that nobody needs of an ended turn. */
type OfOpen = "actor" | "payer" | "memory" | "place" | "passes";

/** The state as people see it: a requested halt is shown as the halt. */
export type ShownState = Exclude<StoredTurn["state"], "halting">;

export function shownState({ state }: Pick<StoredTurn, "state">): ShownState {
  return state === "halting" ? "halted" : state;
}

/** The turn that absorbed this one, if any. */
export function intoOf({ summary }: StoredTurn): TurnId | undefined {
  return summary && "into" in summary ? summary.into : undefined;
}

/** The end of a turn. */
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
  /** Turns that were inserted in this life of the object and never run. */
  private readonly fresh = new Set<TurnId>();
  /** Turns whose words a model has seen in this life, though nothing of that is stored yet. */
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

  /** Inserts a turn that ended before this object existed, from the trail. */
  putEnded(turn: Omit<TurnRow, OfOpen> & { state: EndState }, summary: TurnSummary, ended_at: number): void {
    this.sql.put(turns, { ...turn, ended_at, summary });
  }

  /** Unfinished turns, in the order in which they begin. */
  open(): TurnRow[] {
    return this.unfinished().map((turn) => ({ ...turn }));
  }

  /** The first unfinished turn that waits for nobody. */
  next(): TurnRow | undefined {
    const found = this.unfinished().find(isRunnable);
    return found && { ...found };
  }

  /** Whether `next` would return a turn. */
  get hasNext(): boolean {
    return this.unfinished().some(isRunnable);
  }

  get openCount(): number {
    return this.unfinished().length;
  }

  private unfinished(): readonly TurnRow[] {
    this.held ??= this.sql.rows(turns, "WHERE ended_at IS NULL ORDER BY COALESCE(place, start_seq), id");
    return this.held;
  }

  /** Whether nothing can have been recorded of it yet. True only once. */
  takeFresh(id: TurnId): boolean {
    return this.fresh.delete(id);
  }

  /** The turn came in this life of the object and has not run, so nothing can have been done about it. */
  isFresh(id: TurnId): boolean {
    return this.fresh.has(id);
  }

  /** Another turn is about to show this turn's words to a model. */
  show(id: TurnId): void {
    this.shown.add(id);
  }

  /** Whether no model can have seen its words. */
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

  /** Changes the turn's place among the open ones, or the count of those that went before it. */
  reorder(id: TurnId, order: Partial<Pick<TurnRow, "place" | "passes">>): void {
    this.change(id, order);
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

  /** Parks the turn with its accounts so far. */
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

  /** Removes the dynamic block from the summary of an ended turn. */
  forgetBlock(id: TurnId): void {
    const summary = this.get(id)?.summary;
    if (!summary || !("dynamic" in summary)) return;
    const { dynamic: _dynamic, ...rest } = summary;
    this.change(id, { summary: rest });
  }

  private change(id: TurnId, set: Partial<StoredTurn>): void {
    this.held = undefined;
    this.sql.update({ of: turns, set }, "WHERE id = ?", id);
  }
}

function isRunnable({ state }: TurnRow): boolean {
  return state !== "parked";
}
