/** Stored chat messages with buttons, until the buttons are removed. */
import type { CallId } from "../../../../src/domain/ids.ts";
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { prompts } from "../schema/outgoing.ts";

export type PromptRow = RowOf<typeof prompts>;

export class Prompts {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  all(): PromptRow[] {
    return this.sql.rows(prompts, "ORDER BY delivery_id, platform_id");
  }

  add(row: PromptRow): void {
    this.sql.put(prompts, row);
  }

  /** Settles what is shown at that call. */
  settle(call_id: CallId, outcome: string): void {
    this.sql.update({ of: prompts, set: { outcome } }, "WHERE call_id = ? AND outcome IS NULL", call_id);
  }

  remove({ delivery_id, platform_id }: PromptRow): void {
    this.sql.remove(prompts, "WHERE delivery_id = ? AND platform_id = ?", delivery_id, platform_id);
  }
}
