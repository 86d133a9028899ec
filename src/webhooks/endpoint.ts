/** Endpoints of webhooks, and the deliveries to them. Times are ms since the epoch. */
import type { Id } from "../domain/ids.ts";
import type { WEBHOOK_PAYLOADS, WEBHOOK_SCOPES, WebhookEventType, WebhookStatus } from "../domain/webhook.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    whe: "webhook endpoint";
  }
}

export type EndpointId = Id<"whe">;

/** The fields of an endpoint that a person sets. */
export interface EndpointFields {
  name: string;
  url: string;
  events: readonly WebhookEventType[];
  /** Slugs; empty: conversations with every agent. */
  agents: readonly string[];
  /** Slugs; empty: conversations in every room and in none. */
  rooms: readonly string[];
  payload: (typeof WEBHOOK_PAYLOADS)[number];
  scope: (typeof WEBHOOK_SCOPES)[number];
  enabled: boolean;
}

export interface Endpoint extends EndpointFields {
  id: EndpointId;
  owner: string;
  /** The last characters of the secret, to recognise it by. */
  hint: string;
  /** The end of the time in which the earlier secret signs too; null: there is none. */
  previous_until: number | null;
  /** The first of the failed attempts since the last success; null: the last attempt succeeded. */
  failing_since: number | null;
  /** The reason why Nightjar turned it off; null: it did not. */
  disabled_reason: string | null;
  last_at: number | null;
  last_status: WebhookStatus | null;
  created_at: number;
  updated_at: number;
}

export interface WebhookDelivery {
  /** Id of the event, sent as `webhook-id`: the same in every attempt. */
  id: string;
  endpoint_id: EndpointId;
  owner: string;
  type: WebhookEventType | "endpoint.test";
  conversation_id: string | null;
  /** JSON of the event without any words. */
  payload: string;
  status: WebhookStatus;
  /** Attempts since it was queued, or sent again by hand. */
  attempts: number;
  /** All attempts: each names the job that makes it. */
  tries: number;
  next_at: number | null;
  http_status: number | null;
  took_ms: number | null;
  reason: string | null;
  /** The beginning of an answer that was no success. */
  excerpt: string;
  at: number;
}
