/** Tools that programs brought for their turns. */

import type { TurnId } from "../../../../src/domain/ids.ts";
import type { ClientTools } from "../../../../src/domain/program/client-tools.ts";
import type { Tables } from "../../../sql/tables.ts";
import { clientTools } from "../schema/talk.ts";

export function putClientTools(sql: Tables, turn_id: TurnId, brought: ClientTools): void {
  sql.put(clientTools, { turn_id, brought });
}

export function clientToolsOf(sql: Tables, turn_id: TurnId): ClientTools | undefined {
  return sql.rows(clientTools, "WHERE turn_id = ?", turn_id)[0]?.brought;
}
