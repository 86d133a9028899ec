/** Summaries that replace the older part of a branch, by their last message. No row is ever deleted. */
import type { MessageId } from "../../../../src/domain/ids.ts";
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { compactions } from "../schema/prompt.ts";

export type Compaction = RowOf<typeof compactions>;

export class Compactions {
  private readonly sql: Tables;
  private known: Compaction[] | undefined;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Summaries that are in effect, by their last message. */
  standing(): ReadonlyMap<MessageId, Compaction> {
    const standing = this.all().filter(({ undone_at }) => undone_at === null);
    return new Map(standing.map((compaction) => [compaction.upto, compaction]));
  }

  /** The latest summary, undone or not. */
  newest(): Compaction | undefined {
    return this.all().at(-1);
  }

  unflushed(): Compaction[] {
    return this.all().filter(({ flushed_at }) => flushed_at === null);
  }

  add(compaction: Compaction): void {
    this.sql.insert(compactions, compaction);
    this.known = undefined;
  }

  undo(id: Compaction["id"], now: number): void {
    this.sql.update({ of: compactions, set: { undone_at: now } }, "WHERE id = ?", id);
    this.known = undefined;
  }

  /** Erases the summary's words; it replaces nothing any more. */
  blank(id: Compaction["id"], now: number): void {
    const set = { summary: "", undone_at: now, flushed_at: now };
    this.sql.update({ of: compactions, set }, "WHERE id = ?", id);
    this.known = undefined;
  }

  markFlushed(id: Compaction["id"], now: number): void {
    this.sql.update({ of: compactions, set: { flushed_at: now } }, "WHERE id = ?", id);
    this.known = undefined;
  }

  private all(): Compaction[] {
    this.known ??= this.sql.rows(compactions, "ORDER BY id");
    return this.known;
  }
}
