/** Stored messages that wait for their files before they enter the inbox. */
import type { UserMessage } from "../../../src/domain/inbound.ts";
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { arrivals } from "./schema/pending.ts";

export type Arrival = RowOf<typeof arrivals>;

export class Arrivals {
  private readonly sql: Tables;
  /** Whether this life of the object has found no rows. Cached, since every message asks. */
  private isEmpty = false;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Arrivals in their order. */
  list(): Arrival[] {
    if (this.isEmpty) return [];
    const rows = this.sql.rows(arrivals, "ORDER BY id");
    this.isEmpty = rows.length === 0;
    return rows;
  }

  /** Drops the cache: a transaction was rolled back. */
  forget(): void {
    this.isEmpty = false;
  }

  add(arrival: Omit<Arrival, "id">): void {
    this.isEmpty = false;
    this.sql.insert(arrivals, arrival);
  }

  begun({ id, attempts }: Arrival): void {
    this.sql.update({ of: arrivals, set: { attempts: attempts + 1 } }, "WHERE id = ?", id);
  }

  whole({ id }: Arrival, message: UserMessage): void {
    this.sql.update({ of: arrivals, set: { message, is_whole: true } }, "WHERE id = ?", id);
  }

  remove({ id }: Arrival): void {
    this.sql.remove(arrivals, "WHERE id = ?", id);
  }
}
