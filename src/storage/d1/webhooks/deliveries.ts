/** Deliveries to webhook endpoints in D1: the durable outbox, and its log. */
import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { EndpointId, WebhookDelivery } from "../../../webhooks/endpoint.ts";
import type { DeliveryChange, WebhookDeliveryStore } from "../../../webhooks/ports.ts";
import { boundTo, type Database } from "../database.ts";
import { webhookDeliveries as deliveries, webhookEndpoints as endpoints } from "../schema/webhooks.ts";

export class D1WebhookDeliveryStore implements WebhookDeliveryStore {
  private readonly db: Database;

  constructor(db: Database) {
    this.db = db;
  }

  async add(rows: readonly WebhookDelivery[]): Promise<void> {
    const inserted = rows.map((row) => this.db.insert(deliveries).values(row).onConflictDoNothing());
    if (inserted.length > 0) await this.db.$client.batch(inserted.map((query) => boundTo(this.db, query)));
  }

  async get(id: string): Promise<WebhookDelivery | undefined> {
    const [row] = await this.db.select().from(deliveries).where(eq(deliveries.id, id));
    return row && deliveryOf(row);
  }

  async list(
    endpoint: EndpointId,
    { limit, before }: { limit: number; before?: string | undefined },
  ): Promise<WebhookDelivery[]> {
    const { at, id, endpoint_id } = deliveries;
    const isBefore =
      before === undefined
        ? undefined
        : sql`(${at}, ${id}) < (SELECT b.at, b.id FROM webhook_deliveries b WHERE b.id = ${before})`;
    const rows = await this.db
      .select()
      .from(deliveries)
      .where(and(eq(endpoint_id, endpoint), isBefore))
      .orderBy(desc(at), desc(id))
      .limit(limit);
    return rows.map(deliveryOf);
  }

  async settle(delivery: WebhookDelivery, change: DeliveryChange, now: number): Promise<boolean> {
    const [settled] = await this.db.batch([
      this.changed(delivery, change),
      this.db.update(endpoints).set(stateBy(change, now)).where(eq(endpoints.id, delivery.endpoint_id)),
    ]);
    return settled.length > 0;
  }

  async requeue(delivery: WebhookDelivery, change: DeliveryChange): Promise<boolean> {
    return (await this.changed(delivery, change)).length > 0;
  }

  async overdue(before: number, limit: number): Promise<WebhookDelivery[]> {
    const isOverdue = and(sql`${deliveries.status} = 'pending'`, lt(deliveries.next_at, before));
    const rows = await this.db
      .select()
      .from(deliveries)
      .where(isOverdue)
      .orderBy(deliveries.next_at)
      .limit(limit);
    return rows.map(deliveryOf);
  }

  async prune(before: number): Promise<void> {
    await this.db.delete(deliveries).where(lt(deliveries.at, before));
  }

  private changed({ id, tries }: WebhookDelivery, change: DeliveryChange) {
    const isAsRead = and(eq(deliveries.id, id), eq(deliveries.tries, tries));
    return this.db.update(deliveries).set(change).where(isAsRead).returning({ id: deliveries.id });
  }
}

/** State of the endpoint after an attempt; a dropped delivery says nothing of it. */
function stateBy({ status }: DeliveryChange, now: number) {
  const last = { last_at: now, last_status: status };
  if (status === "dropped") return last;
  const since = status === "delivered" ? null : sql`COALESCE(${endpoints.failing_since}, ${now})`;
  return { ...last, failing_since: since };
}

function deliveryOf(row: typeof deliveries.$inferSelect): WebhookDelivery {
  // The columns are written by this store alone, from the same type.
  return row as WebhookDelivery;
}
