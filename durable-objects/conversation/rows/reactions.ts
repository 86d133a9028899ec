/** People's reactions to agents' messages, stored until a turn is told of them. */
import type { RowOf } from "../../sql/table.ts";
import type { Tables } from "../../sql/tables.ts";
import { reactions } from "./schema/pending.ts";

export type Reaction = RowOf<typeof reactions>;

/** A chat of thousands may react to everything without a word; the oldest reactions are dropped. */
const MOST_KEPT = 50;

export class Reactions {
  private readonly sql: Tables;

  constructor(sql: Tables) {
    this.sql = sql;
  }

  /** Reactions in the order of arrival. */
  list(): Reaction[] {
    return this.sql.rows(reactions, "ORDER BY at, message_id, sender");
  }

  /** Replaces the sender's earlier reaction to that message. */
  put(reaction: Reaction): void {
    this.sql.put(reactions, reaction);
    for (const old of this.list().slice(0, -MOST_KEPT)) this.remove(old);
  }

  remove({ message_id, sender }: Pick<Reaction, "message_id" | "sender">): void {
    this.sql.remove(reactions, "WHERE message_id = ? AND sender = ?", message_id, sender);
  }

  clear(): void {
    this.sql.remove(reactions, "");
  }
}
