/**
 * Decisions about calls, with who made them and when. When a call id comes again, the last decision stands.
 */
import type { CallId } from "../../../src/domain/ids.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { decided } from "./schema/journal.ts";

type Row = RowOf<typeof decided>;
export type Decided = Pick<Row, "decision" | "by" | "at">;

export function putDecided(sql: Tables, row: Row): void {
  sql.put(decided, row);
}

export function decidedAt(sql: Tables, call_id: CallId): Decided | undefined {
  return sql.pick({ of: decided, columns: ["decision", "by", "at"] }, "WHERE call_id = ?", call_id)[0];
}
