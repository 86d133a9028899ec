/**
 * Decisions about calls, with who made them and when. When a call id comes again, the last decision stands.
 */
import type { CallId } from "../../../src/domain/ids.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { callDecisions } from "./schema/journal.ts";

type Row = RowOf<typeof callDecisions>;
export type EarlierDecision = Pick<Row, "decision" | "by" | "at">;

export function putDecision(sql: Tables, row: Row): void {
  sql.put(callDecisions, row);
}

export function decisionAbout(sql: Tables, call_id: CallId): EarlierDecision | undefined {
  return sql.pick({ of: callDecisions, columns: ["decision", "by", "at"] }, "WHERE call_id = ?", call_id)[0];
}
