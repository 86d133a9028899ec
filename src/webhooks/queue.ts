/**
 * Queues events for endpoints: one row a delivery, then the job of its first attempt. The row's id is made of the
 * event, so that telling the same event again adds nothing.
 */
import { type NewJob, PRIORITIES } from "../jobs/job.ts";
import { sha256Hex } from "../platform/digest.ts";
import type { Endpoint, WebhookDelivery } from "./endpoint.ts";
import { type WebhookEvent, wants } from "./event.ts";
import { DELIVER } from "./job-kind.ts";
import type { EndpointStore, WebhookDeliveryStore } from "./ports.ts";

export interface QueueDeps {
  endpoints: Pick<EndpointStore, "listening">;
  deliveries: Pick<WebhookDeliveryStore, "add">;
  enqueueAll(jobs: readonly NewJob[]): Promise<unknown>;
}

/** Durable once it resolves; idempotent. */
export async function queueEvents(deps: QueueDeps, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length === 0) return;
  const people = [...new Set(events.flatMap((event) => event.people))];
  const endpoints = await deps.endpoints.listening(people);
  const wanted = endpoints.flatMap((endpoint) =>
    events.filter((event) => wants(endpoint, event)).map((event) => deliveryOf(endpoint, event)),
  );
  const rows = await Promise.all(wanted);
  if (rows.length === 0) return;
  await deps.deliveries.add(rows);
  await deps.enqueueAll(rows.map((row) => attemptJob(row)));
}

async function deliveryOf(endpoint: Endpoint, event: WebhookEvent): Promise<WebhookDelivery> {
  const digest = await sha256Hex(`${endpoint.id} ${event.key}`);
  return newDelivery(endpoint, { ...event, id: `msg_${digest.slice(0, 32)}` });
}

type NewDelivery = Pick<WebhookEvent, "data" | "at" | "conversation_id"> &
  Pick<WebhookDelivery, "id" | "type">;

export function newDelivery({ id: endpoint_id, owner }: Endpoint, told: NewDelivery): WebhookDelivery {
  const { id, type, at, data, conversation_id } = told;
  return {
    id,
    endpoint_id,
    owner,
    type,
    conversation_id,
    payload: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
    status: "pending",
    attempts: 0,
    tries: 0,
    next_at: at,
    http_status: null,
    took_ms: null,
    reason: null,
    excerpt: "",
    at,
  };
}

/** The job of the delivery's next attempt; enqueuing it again has no effect. */
export function attemptJob({ id, owner, tries, attempts, next_at }: WebhookDelivery): NewJob {
  return {
    id: `job_webhook_${id}_${tries}`,
    kind: DELIVER,
    owner,
    payload: { delivery_id: id, tries },
    priority: attempts === 0 ? PRIORITIES.event : PRIORITIES.usual,
    ...(next_at !== null && { run_after: next_at }),
  };
}
