/**
 * Inputs in the trail: their idempotency keys survive a rebuild, so that a repeated input is still a
 * duplicate.
 */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { Row } from "../../sql/sql.ts";
import { decodeRow } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { inbox, turns } from "../rows/schema/talk.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";
import type { InputLine } from "./lines.ts";

interface InputRow extends Row {
  key: string;
  turn_id: TurnId | null;
  message_id: MessageId | null;
  seq: number;
  at: number;
  source: string | null;
}

/** Inputs accepted after event `from` and before event `to`, in order. */
export function inputsOf(sql: Tables, { from, to }: { from: number; to: number }): InputLine[] {
  const rows = sql.all<InputRow>(
    `SELECT i.key, i.turn_id, i.message_id, i.seq, i.at, t.source FROM inbox i LEFT JOIN turns t ON t.id = i.turn_id
     WHERE i.seq >= ? AND i.seq < ? ORDER BY i.seq, i.key`,
    from,
    to,
  );
  return rows.map(({ key, turn_id, message_id, seq, at, source }) => ({
    type: "input",
    seq,
    ts: new Date(at).toISOString(),
    key,
    turn_id,
    message_id,
    source: source === null ? null : sourceIn(source),
  }));
}

function sourceIn(source: string): Source {
  return decodeRow<typeof turns, Pick<StoredTurn, "source">>(turns, { source }).source;
}

export function restoreInput(sql: Tables, { key, turn_id, message_id, seq, ts }: InputLine): void {
  sql.put(inbox, { key, turn_id, message_id, seq, at: Date.parse(ts) });
}
