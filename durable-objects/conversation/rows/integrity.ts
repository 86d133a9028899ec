/** Whether an object that wakes can be worked with. What it cannot do without is looked at, and nothing else: it is on the way. */

import { isMigrated } from "../sql/schema.ts";
import type { Sql, Tables } from "../sql/sql.ts";
import { loadMeta, type Meta } from "./meta.ts";

/** What is wrong, or undefined. An object that was never opened is sound. Never throws. */
export function damageOf(sql: Tables): string | undefined {
  try {
    if (!isMigrated(sql)) return undefined;
    const meta = loadMeta(sql);
    if (!meta) return "its meta row is gone";
    return damageOfMeta(meta) ?? damageOfHead(sql, meta) ?? damageOfTurns(sql);
  } catch (problem) {
    return `it cannot be read: ${String(problem)}`;
  }
}

function damageOfMeta(meta: Meta): string | undefined {
  const isWhole =
    meta.conversation_id.startsWith("cnv_") && meta.owner !== "" && Number.isSafeInteger(meta.seq_limit);
  return isWhole ? undefined : "its meta row is malformed";
}

function damageOfHead(sql: Sql, { head }: Meta): string | undefined {
  if (head === null) return undefined;
  const row = sql.all<{ sound: number }>(
    "SELECT json_valid(parts) AS sound FROM messages WHERE id = ?",
    head,
  )[0];
  if (!row) return `its newest message, ${head}, is gone`;
  return row.sound === 1 ? undefined : `its newest message, ${head}, is malformed`;
}

function damageOfTurns(sql: Sql): string | undefined {
  const lost = sql.all<{ id: string }>(
    `SELECT t.id FROM turns t LEFT JOIN messages m ON m.id = t.trigger_id
     WHERE t.ended_at IS NULL AND m.id IS NULL LIMIT 1`,
  )[0];
  return lost && `turn ${lost.id} answers a message that is gone`;
}
