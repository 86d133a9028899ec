/**
 * A person's push subscriptions, one per browser, and the last notification of each conversation, as rows.
 */
import type { Principal } from "../../src/domain/principal.ts";
import type { PushSubscription } from "../../src/push/subscription.ts";
import type { Row, Sql } from "../sql/sql.ts";

const TABLES = [
  `CREATE TABLE IF NOT EXISTS subscriptions (
    endpoint TEXT PRIMARY KEY, id TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, device TEXT NOT NULL,
    contact TEXT NOT NULL, principal TEXT NOT NULL, created_at INTEGER NOT NULL) WITHOUT ROWID`,
  "CREATE TABLE IF NOT EXISTS notified (conversation_id TEXT PRIMARY KEY, said_seq INTEGER NOT NULL, asks TEXT NOT NULL) WITHOUT ROWID",
];
const MOST = 20;

export interface Subscription extends PushSubscription {
  id: string;
  /** The person's name for the device. */
  device: string;
  /** The app's address in that browser. */
  contact: string;
  /** The principal who subscribed. */
  principal: Principal;
  /** ms since the epoch. */
  created_at: number;
}

interface NotificationState {
  said_seq: number;
  /** Ids of the calls that asked something then. */
  asks: string[];
}

type SubscriptionRow = Row & Omit<Subscription, "principal"> & { principal: string };

export class Subscriptions {
  private readonly sql: Sql;

  constructor(sql: Sql) {
    this.sql = sql;
    sql.script(TABLES);
  }

  /** Replaces an earlier subscription of the same browser. Beyond the limit the oldest ones are removed. */
  put(entry: Subscription): void {
    const { endpoint, id, p256dh, auth, device, contact, principal, created_at } = entry;
    const row = [endpoint, id, p256dh, auth, device, contact, JSON.stringify(principal), created_at];
    this.sql.run("INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?, ?, ?, ?, ?, ?)", ...row);
    for (const { id: old } of this.all().slice(MOST)) this.remove(old);
  }

  /** Returns false when there is no subscription with that id. */
  remove(id: string): boolean {
    const isThere = this.all().some((entry) => entry.id === id);
    this.sql.run("DELETE FROM subscriptions WHERE id = ?", id);
    return isThere;
  }

  /** All subscriptions, newest first. */
  all(): Subscription[] {
    const rows = this.sql.all<SubscriptionRow>(
      "SELECT * FROM subscriptions ORDER BY created_at DESC, id DESC",
    );
    return rows.map((row) => ({ ...row, principal: JSON.parse(row.principal) as Principal }));
  }

  notified(conversation: string): NotificationState {
    const [row] = this.sql.all<Row & { said_seq: number; asks: string }>(
      "SELECT said_seq, asks FROM notified WHERE conversation_id = ?",
      conversation,
    );
    return row
      ? { said_seq: row.said_seq, asks: JSON.parse(row.asks) as string[] }
      : { said_seq: 0, asks: [] };
  }

  note(conversation: string, { said_seq, asks }: NotificationState): void {
    const row = [conversation, said_seq, JSON.stringify(asks)];
    this.sql.run("INSERT OR REPLACE INTO notified VALUES (?, ?, ?)", ...row);
  }

  forget(conversation: string): void {
    this.sql.run("DELETE FROM notified WHERE conversation_id = ?", conversation);
  }
}
