/** Checks the stored state for damage, reading only the rows that an answer needs anyway. */

import type { Tables } from "../../sql/tables.ts";
import { loadMeta, type Meta } from "./meta.ts";
import { messages } from "./schema/talk.ts";

/** The damage found, or undefined. An object that was never opened is sound. Never throws. */
export function damageOf(sql: Tables): string | undefined {
  try {
    if (!sql.isMigrated) return undefined;
    const meta = loadMeta(sql);
    if (!meta) return "its meta row is gone";
    return damageOfMeta(meta) ?? damageOfHead(sql, meta) ?? damageOfTurns(sql);
  } catch (problem) {
    return `it cannot be read: ${String(problem)}`;
  }
}

/** Whether a later version wrote the state, so that this one must leave it alone. Never throws. */
export function isTooNew(sql: Tables): boolean {
  try {
    return sql.isTooNew;
  } catch {
    // Then it is damaged, which `damageOf` reports.
    return false;
  }
}

function damageOfMeta(meta: Meta): string | undefined {
  const isWhole =
    meta.conversation_id.startsWith("cnv_") && meta.owner !== "" && Number.isSafeInteger(meta.seq_limit);
  return isWhole ? undefined : "its meta row is malformed";
}

function damageOfHead(sql: Tables, { head }: Meta): string | undefined {
  if (head === null) return undefined;
  const isSound = sql.number({ of: messages, is: "json_valid(parts)" }, "WHERE id = ?", head);
  if (isSound === null) return `its newest message, ${head}, is gone`;
  return isSound === 1 ? undefined : `its newest message, ${head}, is malformed`;
}

function damageOfTurns(sql: Tables): string | undefined {
  const lost = sql.all<{ id: string }>(
    `SELECT t.id FROM turns t LEFT JOIN messages m ON m.id = t.trigger_id
     WHERE t.ended_at IS NULL AND m.id IS NULL LIMIT 1`,
  )[0];
  return lost && `turn ${lost.id} answers a message that is gone`;
}
