/** D1 tables of webhook endpoints, and of the deliveries to them. Times are ms since the epoch. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    owner: text().notNull(),
    /** own or instance. */
    scope: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    /** JSON, like the next two. */
    events: text().notNull(),
    agents: text().notNull(),
    rooms: text().notNull(),
    /** thin or full. */
    payload: text().notNull(),
    enabled: integer({ mode: "boolean" }).notNull(),
    disabled_reason: text(),
    /** The secret, encrypted with the instance's own. */
    sealed: text().notNull(),
    /** The earlier one, likewise, which signs until `previous_until`. */
    previous_sealed: text(),
    previous_until: integer(),
    hint: text().notNull(),
    failing_since: integer(),
    last_at: integer(),
    last_status: text(),
    created_at: integer().notNull(),
    updated_at: integer().notNull(),
  },
  (table) => [
    index("webhook_endpoints_by_owner").on(table.owner),
    index("webhook_endpoints_of_instance").on(table.scope).where(sql`scope = 'instance'`),
  ],
);

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    endpoint_id: text().notNull(),
    owner: text().notNull(),
    type: text().notNull(),
    conversation_id: text(),
    /** JSON of the event without any words. */
    payload: text().notNull(),
    /** pending, delivered, failed or dropped. */
    status: text().notNull(),
    attempts: integer().notNull(),
    tries: integer().notNull(),
    next_at: integer(),
    http_status: integer(),
    took_ms: integer(),
    reason: text(),
    excerpt: text().notNull().default(""),
    at: integer().notNull(),
  },
  (table) => [
    index("webhook_deliveries_of").on(table.endpoint_id, table.at),
    index("webhook_deliveries_by_owner").on(table.owner),
    index("webhook_deliveries_due").on(table.next_at).where(sql`status = 'pending'`),
    index("webhook_deliveries_old").on(table.at),
  ],
);
