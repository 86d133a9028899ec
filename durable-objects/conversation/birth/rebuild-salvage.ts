/** Reads all that is readable of a damaged object, row by row if need be. Never throws. */
import type { MessageId, TurnId } from "../../../src/domain/ids.ts";
import type { Message } from "../../../src/domain/message.ts";
import type { Row } from "../../sql/sql.ts";
import type { Tables } from "../../sql/tables.ts";
import { messages } from "../rows/schema/talk.ts";
import { Transcript } from "../rows/transcript.ts";
import { salvageTables } from "../trail/snapshot.ts";

/** Readable rows of the damaged object; they take precedence over the trail, which is a little behind. */
export interface Salvage {
  messages: { message: Message; turn_id: TurnId | null }[];
  tables: Record<string, Row[]>;
}

export const NO_SALVAGE: Salvage = { messages: [], tables: {} };

export function salvage(sql: Tables): Salvage {
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

function messageKeys(sql: Tables): { id: MessageId; turn_id: TurnId | null }[] {
  try {
    return sql.pick({ of: messages, columns: ["id", "turn_id"] }, "ORDER BY id");
  } catch {
    return [];
  }
}
