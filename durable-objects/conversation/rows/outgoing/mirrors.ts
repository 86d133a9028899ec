/** Stored places that mirror what is said elsewhere in this conversation. */
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Tables } from "../../../sql/tables.ts";
import { mirrors } from "../schema/outgoing.ts";
import { placeKey } from "./shut-places.ts";

export class Mirrors {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** All mirrors except the place where it was said. */
  besides(said: Source): Source[] {
    const here = placeKey(said);
    return this.sql
      .rows(mirrors, "ORDER BY place")
      .flatMap(({ place, target }) => (place === here ? [] : [target]));
  }

  put(target: Source): void {
    this.sql.put(mirrors, { place: placeKey(target), target });
  }

  remove(target: Source): void {
    this.sql.remove(mirrors, "WHERE place = ?", placeKey(target));
  }
}
