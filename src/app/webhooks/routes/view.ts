/** Views of webhook endpoints and of the deliveries to them. */
import type { Endpoint, WebhookDelivery } from "../../../webhooks/endpoint.ts";
import { iso } from "../../http/query.ts";

const timeOf = (at: number | null) => (at === null ? null : iso(at));

export function endpointView({ owner: _, ...endpoint }: Endpoint) {
  const { previous_until, failing_since, last_at, created_at, updated_at } = endpoint;
  return {
    ...endpoint,
    events: [...endpoint.events],
    agents: [...endpoint.agents],
    rooms: [...endpoint.rooms],
    previous_until: timeOf(previous_until),
    failing_since: timeOf(failing_since),
    last_at: timeOf(last_at),
    created_at: iso(created_at),
    updated_at: iso(updated_at),
  };
}

export function webhookDeliveryView({
  owner: _,
  endpoint_id: _of,
  tries: _tries,
  ...delivery
}: WebhookDelivery) {
  return { ...delivery, next_at: timeOf(delivery.next_at), at: iso(delivery.at) };
}
