/** Summaries that stand for the older part of a branch, by the message they reach to. None is ever deleted. */
import type { Id, MessageId } from "../../../src/domain/ids.ts";
import type { Row, Tables } from "../sql/sql.ts";

export interface Compaction {
  id: Id<"cmp">;
  /** The last message it stands for: on branches without it, it does not count. */
  upto: MessageId;
  summary: string;
  /** `provider/model`, or "rule". */
  by_model: string;
  /** How many messages it stands for, with those of the summaries before it. */
  messages: number;
  /** Estimated tokens of the history with which it began, and of what it left. */
  tokens_before: number;
  tokens_after: number;
  /** Something in what it stands for came from outside. */
  tainted: boolean;
  /** ms since the epoch. */
  at: number;
  /** When memory had seen all of it; null: still to be done. */
  flushed_at: number | null;
  undone_at: number | null;
}

type CompactionRow = Row & Omit<Compaction, "tainted"> & { tainted: number };

export class Compactions {
  private readonly sql: Tables;
  private known: Compaction[] | undefined;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Those that count, by the message they reach to. */
  standing(): ReadonlyMap<MessageId, Compaction> {
    const standing = this.all().filter(({ undone_at }) => undone_at === null);
    return new Map(standing.map((compaction) => [compaction.upto, compaction]));
  }

  /** The last that was made, undone or not. */
  newest(): Compaction | undefined {
    return this.all().at(-1);
  }

  unflushed(): Compaction[] {
    return this.all().filter(({ flushed_at }) => flushed_at === null);
  }

  add(compaction: Compaction): void {
    const { id, upto, summary, by_model, messages, tokens_before, tokens_after, tainted } = compaction;
    this.sql.run(
      `INSERT INTO compactions (id, upto, summary, by_model, messages, tokens_before, tokens_after, tainted, at,
         flushed_at, undone_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      id,
      upto,
      summary,
      by_model,
      messages,
      tokens_before,
      tokens_after,
      tainted ? 1 : 0,
      compaction.at,
      compaction.flushed_at,
      compaction.undone_at,
    );
    this.known = undefined;
  }

  undo(id: Compaction["id"], now: number): void {
    this.sql.run("UPDATE compactions SET undone_at = ? WHERE id = ?", now, id);
    this.known = undefined;
  }

  markFlushed(id: Compaction["id"], now: number): void {
    this.sql.run("UPDATE compactions SET flushed_at = ? WHERE id = ?", now, id);
    this.known = undefined;
  }

  private all(): Compaction[] {
    this.known ??= this.sql
      .from<CompactionRow>("compactions", "SELECT * FROM compactions ORDER BY id")
      .map((row) => ({ ...row, tainted: row.tainted === 1 }));
    return this.known;
  }
}
