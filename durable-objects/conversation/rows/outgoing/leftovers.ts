/** Stored chat messages that are to be deleted on their platform. */
import type { RowOf } from "../../../sql/table.ts";
import type { Tables } from "../../../sql/tables.ts";
import { leftovers } from "../schema/outgoing.ts";

export type LeftoverRow = RowOf<typeof leftovers>;

export class Leftovers {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  first(): LeftoverRow | undefined {
    return this.sql.rows(leftovers, "ORDER BY platform_id LIMIT 1")[0];
  }

  add(row: LeftoverRow): void {
    this.sql.put(leftovers, row);
  }

  remove({ platform_id }: LeftoverRow): void {
    this.sql.remove(leftovers, "WHERE platform_id = ?", platform_id);
  }
}
