/** Well-known senders, and how each authenticates. A new sender is a record here. */
import { type IdPlace, PLAIN_HMAC, type Verification } from "../domain/hook.ts";

export interface Preset {
  verification: Verification;
  delivery_id: IdPlace | null;
}

export const PRESETS = {
  /** For a script of the person's own: the secret as a bearer token. */
  bearer: {
    verification: { scheme: "token", header: "authorization", prefix: "Bearer " },
    delivery_id: { header: "idempotency-key" },
  },
  /** Verification for services that can set nothing but the address. */
  path: {
    verification: { scheme: "address", parameter: null },
    delivery_id: { header: "idempotency-key" },
  },
  query: {
    verification: { scheme: "address", parameter: "token" },
    delivery_id: { header: "idempotency-key" },
  },
  github: {
    verification: { ...PLAIN_HMAC, header: "x-hub-signature-256", prefix: "sha256=" },
    delivery_id: { header: "x-github-delivery" },
  },
  gitlab: {
    verification: { scheme: "token", header: "x-gitlab-token", prefix: "" },
    delivery_id: { header: "x-gitlab-event-uuid" },
  },
  stripe: {
    verification: {
      ...PLAIN_HMAC,
      header: "stripe-signature",
      prefix: "v1=",
      separator: ",",
      signed: "{timestamp}.{body}",
      timestamp: { entry: "t" },
    },
    delivery_id: { field: "body.id" },
  },
  /** Signature as standardwebhooks.com describes it; Svix's own header names are accepted too. */
  standard: {
    verification: {
      ...PLAIN_HMAC,
      header: "webhook-signature",
      prefix: "v1,",
      separator: " ",
      encoding: "base64",
      signed: "{id}.{timestamp}.{body}",
      timestamp: { header: "webhook-timestamp" },
      secret_encoding: "base64",
    },
    delivery_id: { header: "webhook-id" },
  },
  shopify: {
    verification: { ...PLAIN_HMAC, header: "x-shopify-hmac-sha256", encoding: "base64" },
    delivery_id: { header: "x-shopify-event-id" },
  },
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;

export const PRESET_NAMES = Object.keys(PRESETS) as [PresetName, ...PresetName[]];
