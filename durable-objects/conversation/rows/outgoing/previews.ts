/** Stored previews: chat messages that grow while a turn writes its answer, or work beside turns goes on. */
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { previews } from "../schema/outgoing.ts";

export type PreviewRow = RowOf<typeof previews>;

export class Previews {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  get(turn_id: string): PreviewRow | undefined {
    return this.sql.rows(previews, "WHERE turn_id = ?", turn_id)[0];
  }

  put(row: PreviewRow): void {
    this.sql.put(previews, row);
  }

  remove(turn_id: string): void {
    this.sql.remove(previews, "WHERE turn_id = ?", turn_id);
  }
}
