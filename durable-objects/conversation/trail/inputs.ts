/** Inputs in the trail: what a platform or a client sends once more is known for what it is, also after a rebuild. */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { putRow } from "../sql/held-commit.ts";
import type { Row, Sql } from "../sql/sql.ts";
import type { InputLine } from "./lines.ts";

interface InputRow extends Row {
  key: string;
  turn_id: TurnId | null;
  message_id: MessageId | null;
  seq: number;
  at: number;
  source: string | null;
}

/** Those that were taken after event `from` and before event `to`, in order. */
export function inputsOf(sql: Sql, { from, to }: { from: number; to: number }): InputLine[] {
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
    source: source === null ? null : (JSON.parse(source) as Source),
  }));
}

export function restoreInput(sql: Sql, { key, turn_id, message_id, seq, ts }: InputLine): void {
  putRow(sql, "inbox", [key, turn_id, message_id, seq, Date.parse(ts)]);
}
