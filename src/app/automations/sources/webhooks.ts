/** Webhook endpoints, to which events are sent, as automations; their runs are deliveries. */
import type { WebhookStatus } from "../../../domain/webhook.ts";
import type { Endpoint, WebhookDelivery } from "../../../webhooks/endpoint.ts";
import { WEBHOOKS } from "../../../webhooks/verbs.ts";
import { iso } from "../../http/query.ts";
import { type AutomationSource, isoOr, NOTHING_SPENT } from "../source.ts";

const STATES = {
  pending: "waiting",
  delivered: "succeeded",
  failed: "failed",
  dropped: "skipped",
} as const satisfies Record<WebhookStatus, string>;

export const webhookSource: AutomationSource = {
  kinds: ["webhook"],
  async list({ verbs }, { owner }) {
    const { endpoints } = await verbs(WEBHOOKS).kit();
    return (await endpoints.list(owner)).map(shown);
  },
  async runs({ verbs }, { owner }, { id, before, limit }) {
    const { endpoints, deliveries } = await verbs(WEBHOOKS).kit();
    const endpoint = await endpoints.get(id);
    if (endpoint?.owner !== owner) return undefined;
    const found = await deliveries.list(endpoint.id, { before, limit });
    return found.map((delivery) => ({ cursor: delivery.id, run: runOf(delivery) }));
  },
};

function shown({ id, name, url, enabled, disabled_reason, last_at, last_status }: Endpoint) {
  return {
    id,
    kind: "webhook" as const,
    name: name || url,
    agent: null,
    is_own: true,
    is_on: enabled,
    off_reason: disabled_reason,
    occasion: { type: "trigger" as const, by: "event" as const },
    next_at: null,
    last:
      last_at === null || last_status === null
        ? null
        : { at: iso(last_at), state: STATES[last_status], reason: null },
    runs: null,
    ...NOTHING_SPENT,
    page: `/hooks/${id}`,
  };
}

function runOf({ id, at, status, reason, conversation_id, took_ms }: WebhookDelivery) {
  return {
    id,
    at: iso(at),
    ended_at: isoOr(took_ms === null ? null : at + took_ms),
    state: STATES[status],
    reason,
    conversation_id,
    ...NOTHING_SPENT,
  };
}
