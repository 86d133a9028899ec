/** Webhook endpoints in D1. Their secrets are sealed, and unsealed anew for each delivery. */
import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { AppError } from "../../../domain/errors.ts";
import type { Endpoint, EndpointFields, EndpointId } from "../../../webhooks/endpoint.ts";
import type { EndpointStore } from "../../../webhooks/ports.ts";
import type { Database } from "../database.ts";
import type { Sealer } from "../models/seal.ts";
import { webhookEndpoints as endpoints, webhookDeliveries } from "../schema/webhooks.ts";

type Row = typeof endpoints.$inferSelect;

const HINT_LENGTH = 4;

/** Seals secrets; without it they can't be stored. */
export class D1EndpointStore implements EndpointStore {
  private readonly db: Database;
  private readonly sealer: Sealer | undefined;

  constructor(db: Database, sealer: Sealer | undefined) {
    this.db = db;
    this.sealer = sealer;
  }

  async list(owner: string): Promise<Endpoint[]> {
    const found = this.db.select().from(endpoints).where(eq(endpoints.owner, owner));
    return (await found.orderBy(desc(endpoints.id))).map(endpointOf);
  }

  async get(id: string): Promise<Endpoint | undefined> {
    const row = await this.one(id);
    return row && endpointOf(row);
  }

  async listening(people: readonly string[]): Promise<Endpoint[]> {
    const { enabled, owner, scope } = endpoints;
    const wanted = JSON.stringify(people);
    const isTheirs = sql`${owner} IN (SELECT value FROM json_each(${wanted}))`;
    const isHere = or(isTheirs, sql`${scope} = 'instance'`);
    const rows = await this.db
      .select()
      .from(endpoints)
      .where(and(isHere, eq(enabled, true)));
    return rows.map(endpointOf);
  }

  async create(endpoint: Endpoint, secret: string): Promise<void> {
    const sealed = await this.sealed(endpoint.id, secret);
    const row = { ...endpoint, ...columnsOf(endpoint), sealed, hint: secret.slice(-HINT_LENGTH) };
    await this.db.insert(endpoints).values(row as typeof endpoints.$inferInsert);
  }

  async change(id: EndpointId, fields: Partial<EndpointFields>, now: number): Promise<Endpoint | undefined> {
    // Whoever turns it on again begins anew.
    const anew = fields.enabled === true && { disabled_reason: null, failing_since: null };
    const set = { ...fields, ...columnsOf(fields), ...anew, updated_at: now };
    const [row] = await this.db
      .update(endpoints)
      .set(set as Partial<Row>)
      .where(eq(endpoints.id, id))
      .returning();
    return row && endpointOf(row);
  }

  async setSecret(
    id: EndpointId,
    secret: string,
    { now, previous_until }: { now: number; previous_until: number },
  ): Promise<void> {
    const sealed = await this.sealed(id, secret);
    await this.db
      .update(endpoints)
      .set({
        previous_sealed: sql`${endpoints.sealed}`,
        previous_until,
        sealed,
        hint: secret.slice(-HINT_LENGTH),
        updated_at: now,
      })
      .where(eq(endpoints.id, id));
  }

  async secretsOf(id: EndpointId, now: number): Promise<string[]> {
    const row = await this.one(id);
    if (!row) return [];
    const isValid = row.previous_sealed !== null && (row.previous_until ?? 0) > now;
    const kept = [row.sealed, ...(isValid && row.previous_sealed !== null ? [row.previous_sealed] : [])];
    const opened = await Promise.all(kept.map((sealed) => this.sealer?.open(sealed, contextOf(id))));
    return opened.flatMap((secret) => secret ?? []);
  }

  async disable(id: EndpointId, reason: string, now: number): Promise<boolean> {
    const rows = await this.db
      .update(endpoints)
      .set({ enabled: false, disabled_reason: reason, updated_at: now })
      .where(and(eq(endpoints.id, id), eq(endpoints.enabled, true)))
      .returning({ id: endpoints.id });
    return rows.length > 0;
  }

  async remove(id: EndpointId): Promise<void> {
    await this.db.batch([
      this.db.delete(webhookDeliveries).where(inArray(webhookDeliveries.endpoint_id, [id])),
      this.db.delete(endpoints).where(eq(endpoints.id, id)),
    ]);
  }

  private async one(id: string): Promise<Row | undefined> {
    return (await this.db.select().from(endpoints).where(eq(endpoints.id, id)))[0];
  }

  private async sealed(id: EndpointId, secret: string): Promise<string> {
    if (this.sealer) return this.sealer.seal(secret, contextOf(id));
    throw new AppError(
      "conflict",
      "A webhook's secret can't be stored here: set SESSION_SECRET first, with which it is encrypted.",
    );
  }
}

function contextOf(id: EndpointId): string {
  return `webhook endpoint ${id}`;
}

/** The fields that are stored as JSON. */
function columnsOf({ events, agents, rooms }: Partial<EndpointFields>) {
  return {
    ...(events && { events: JSON.stringify(events) }),
    ...(agents && { agents: JSON.stringify(agents) }),
    ...(rooms && { rooms: JSON.stringify(rooms) }),
  };
}

function endpointOf({ sealed: _, previous_sealed: _earlier, events, agents, rooms, ...row }: Row): Endpoint {
  // The columns are written by this store alone, from the same type.
  const lists = { events: JSON.parse(events), agents: JSON.parse(agents), rooms: JSON.parse(rooms) };
  return { ...row, ...lists } as Endpoint;
}
