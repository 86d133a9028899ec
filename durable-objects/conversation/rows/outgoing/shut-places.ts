/** Places where nothing arrives any more, stored until somebody lets the bot in again or writes there. */
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Tables } from "../../../sql/tables.ts";
import { shutPlaces } from "../schema/outgoing.ts";

/** The key of a place in a table: its channel, account and thread. */
export function placeKey({ channel, account = "", thread, sender }: Source): string {
  return JSON.stringify([channel, account, thread ?? sender]);
}

export class ShutPlaces {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  get isEmpty(): boolean {
    return this.sql.isEmpty(shutPlaces);
  }

  /** The reason, which may be shown to people; undefined: the place is open. */
  reasonAt(target: Source): string | undefined {
    const [first] = this.sql.rows(shutPlaces, "WHERE place IN (?, ?)", placeKey(target), closedKey(target));
    return first?.reason;
  }

  /** The reason, when the next message from there reopens the place; otherwise undefined. */
  closedFor(target: Source): string | undefined {
    return this.sql.rows(shutPlaces, "WHERE place = ?", closedKey(target))[0]?.reason;
  }

  put(target: Source, reason: string): void {
    this.sql.put(shutPlaces, { place: placeKey(target), reason });
  }

  /** Shuts the place until somebody writes there. */
  close(target: Source, reason: string): void {
    this.sql.put(shutPlaces, { place: closedKey(target), reason });
  }

  open(target: Source): void {
    this.sql.remove(shutPlaces, "WHERE place IN (?, ?)", placeKey(target), closedKey(target));
  }
}

const closedKey = (target: Source) => `${placeKey(target)} until they write`;
