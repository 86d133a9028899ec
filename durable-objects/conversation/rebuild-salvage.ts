/** Reads what can still be read of a damaged object, row by row if need be. Never throws. */
import type { MessageId, TurnId } from "../../src/domain/ids.ts";
import type { Salvage } from "./rebuild.ts";
import type { Sql } from "./sql.ts";
import { salvageTables } from "./trail-snapshot.ts";
import { Transcript } from "./transcript.ts";

export const NO_SALVAGE: Salvage = { messages: [], tables: {} };

export function salvage(sql: Sql): Salvage {
  const transcript = new Transcript(sql);
  const messages = messageKeys(sql).flatMap(({ id, turn_id }) => {
    try {
      const message = transcript.get(id);
      return message ? [{ message, turn_id }] : [];
    } catch {
      // This row is part of the damage: the trail has it, unless it is very new.
      return [];
    }
  });
  return { messages, tables: salvageTables(sql) };
}

function messageKeys(sql: Sql): { id: MessageId; turn_id: TurnId | null }[] {
  try {
    return sql.all<{ id: MessageId; turn_id: TurnId | null }>("SELECT id, turn_id FROM messages ORDER BY id");
  } catch {
    return [];
  }
}
