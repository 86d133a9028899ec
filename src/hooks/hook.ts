/** Hooks, and the state of each delivery to one. Times are ms since the epoch. */
import type { Condition, DeliveryStatus, IdPlace, Verification } from "../domain/hook.ts";
import type { Id } from "../domain/ids.ts";
import type { ContextTier } from "../domain/inbound.ts";

declare module "../domain/ids.ts" {
  interface IdPrefixes {
    hok: "hook";
    hdl: "hook delivery";
  }
}

export type HookId = Id<"hok">;
export type HookDeliveryId = Id<"hdl">;

/** The address where a hook receives mail. */
export interface MailPlace {
  /** Local part of the address (before the @); unique on this instance. */
  name: string;
  /** Addresses, domains as `@example.com`, or `*`, in lower case. */
  senders: readonly string[];
}

/** The fields of a hook that a person sets. */
export interface HookFields {
  name: string;
  verification: Verification;
  delivery_id: IdPlace | null;
  filter: readonly Condition[];
  /** Template of the text that the agent reads; empty: the whole payload. */
  template: string;
  /** The person's own words: what the agent should do with such events. */
  instructions: string;
  /** The agent that answers in conversations begun by this hook; null: the instance's default. */
  agent: string | null;
  /** `one`: all deliveries go to one conversation; `each`: every delivery begins a new one. */
  conversation: "one" | "each";
  /** The conversation for `one`; null: the first delivery begins it. */
  conversation_id: string | null;
  /** The context tier in which its events are read. */
  tier: ContextTier;
  rate_per_minute: number;
  /** null: the hook receives no mail. */
  mail: MailPlace | null;
  enabled: boolean;
}

export interface Hook extends HookFields {
  id: HookId;
  owner: string;
  /** The last characters of the secret, to recognise it by. */
  hint: string;
  /** Number of verified deliveries. */
  deliveries: number;
  last_at: number | null;
  last_status: DeliveryStatus | null;
  created_at: number;
  updated_at: number;
}

export interface HookDelivery {
  id: HookDeliveryId;
  hook_id: HookId;
  owner: string;
  /** Idempotency key, equal for a repeated delivery; null if it was not verified. */
  key: string | null;
  /**
   * Digest of the signed bytes: it recognises a repeated delivery even if its id was changed. Null if nothing
   * was signed.
   */
  digest: string | null;
  /** The delivery id that the sender gave. */
  sender_id: string | null;
  status: DeliveryStatus;
  reason: string | null;
  /** `replay`: a person replays an earlier delivery. */
  origin: "sender" | "test" | "replay";
  /** Size of the body in bytes. */
  size: number;
  /** JSON of body and headers; null if it is too large to store, or the delivery was not verified. */
  payload: string | null;
  /** The beginning of the body as text. */
  excerpt: string;
  conversation_id: string | null;
  at: number;
}
