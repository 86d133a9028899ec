/** Webhook endpoints as the API takes and shows them, and the deliveries to them. */
import { z } from "zod";
import { WEBHOOK_EVENTS, WEBHOOK_PAYLOADS, WEBHOOK_SCOPES, WEBHOOK_STATUSES } from "../../domain/webhook.ts";
import { type ChangeTo, type JsonOf, namedSchema, type SchemaInput, time } from "../schema.ts";

const slugs = () => z.array(z.string().min(1).max(200)).max(50);

export const EndpointBody = () =>
  z.object({
    name: z.string().trim().min(1, "must not be empty").max(100),
    /** An https address. */
    url: z.string().trim().max(2_000),
    events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, "name at least one event").max(WEBHOOK_EVENTS.length),
    /** Slugs of agents; empty: all. */
    agents: slugs().default([]),
    /** Slugs of rooms; empty: conversations in every room and in none. */
    rooms: slugs().default([]),
    payload: z.enum(WEBHOOK_PAYLOADS).default("thin"),
    scope: z.enum(WEBHOOK_SCOPES).default("own"),
    enabled: z.boolean().default(true),
  });

export const EndpointShape = namedSchema("WebhookEndpoint", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    agents: z.array(z.string()),
    rooms: z.array(z.string()),
    payload: z.enum(WEBHOOK_PAYLOADS),
    scope: z.enum(WEBHOOK_SCOPES),
    enabled: z.boolean(),
    /** The last characters of the secret. */
    hint: z.string(),
    /** Time until which the earlier secret signs too. */
    previous_until: time().nullable(),
    failing_since: time().nullable(),
    /** The reason why Nightjar turned it off. */
    disabled_reason: z.string().nullable(),
    last_at: time().nullable(),
    last_status: z.enum(WEBHOOK_STATUSES).nullable(),
    created_at: time(),
    updated_at: time(),
  }),
);

export const EndpointWithSecretShape = () => EndpointShape().extend({ secret: z.string() });

export const WebhookDeliveryShape = namedSchema("WebhookDelivery", () =>
  z.object({
    /** Id of the event, sent as the header `webhook-id`. */
    id: z.string(),
    type: z.string(),
    status: z.enum(WEBHOOK_STATUSES),
    attempts: z.number(),
    next_at: time().nullable(),
    http_status: z.number().nullable(),
    took_ms: z.number().nullable(),
    reason: z.string().nullable(),
    /** The event as JSON, without the words that a full payload adds. */
    payload: z.string(),
    /** The beginning of an answer that was no success. */
    excerpt: z.string(),
    conversation_id: z.string().nullable(),
    at: time(),
  }),
);

export type NewEndpoint = SchemaInput<typeof EndpointBody>;
export type EndpointChange = ChangeTo<NewEndpoint>;
export type WebhookEndpoint = JsonOf<typeof EndpointShape>;
export type EndpointWithSecret = JsonOf<typeof EndpointWithSecretShape>;
export type WebhookDelivery = JsonOf<typeof WebhookDeliveryShape>;
