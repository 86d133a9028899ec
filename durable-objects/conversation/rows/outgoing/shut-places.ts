/** Places where nothing arrives any more, as they are stored until somebody lets the bot in again, or writes there. */
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Tables } from "../../sql/tables.ts";
import { shutPlaces } from "../schema/outgoing.ts";
import { placeKey } from "./place-key.ts";

export class ShutPlaces {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  get isEmpty(): boolean {
    return this.sql.isEmpty(shutPlaces);
  }

  /** Public; undefined: it is open. */
  reasonAt(target: Source): string | undefined {
    const [first] = this.sql.rows(shutPlaces, "WHERE place IN (?, ?)", placeKey(target), closedKey(target));
    return first?.reason;
  }

  /** Undefined where it is not writing that opens it. */
  closedFor(target: Source): string | undefined {
    return this.sql.rows(shutPlaces, "WHERE place = ?", closedKey(target))[0]?.reason;
  }

  put(target: Source, reason: string): void {
    this.sql.put(shutPlaces, { place: placeKey(target), reason });
  }

  /** Until somebody writes there. */
  close(target: Source, reason: string): void {
    this.sql.put(shutPlaces, { place: closedKey(target), reason });
  }

  open(target: Source): void {
    this.sql.remove(shutPlaces, "WHERE place IN (?, ?)", placeKey(target), closedKey(target));
  }
}

const closedKey = (target: Source) => `${placeKey(target)} until they write`;
