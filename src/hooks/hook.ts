/** Events from outside: what a hook is, and what became of each delivery to it. Times are ms since the epoch. */
import type { Id } from "../domain/ids.ts";

export type HookId = Id<"hok">;
export type HookDeliveryId = Id<"hdl">;

/** How its sender proves who it is. Names of headers are written small. */
export type Verification =
  /** The secret itself stands in a header, behind the prefix. */
  | { scheme: "token"; header: string; prefix: string }
  /** An HMAC-SHA256 of `signed` by the secret. */
  | {
      scheme: "hmac";
      header: string;
      /** Before the signature; entries that begin otherwise are passed over. */
      prefix: string;
      /** Between several entries of the header; empty: it is one. */
      separator: "" | "," | " ";
      encoding: "hex" | "base64";
      /** `{body}` are the raw bytes; also `{timestamp}` and `{id}`. */
      signed: string;
      timestamp: TimestampPlace | null;
      /** How far the timestamp may be from our clock. */
      tolerance_s: number;
      /** `base64`: the secret is the base64 of the key, perhaps behind `whsec_`. */
      secret_encoding: "text" | "base64";
    };

/** `entry`: the name of an entry of the signature's header, such as `t` of `t=1700000000,v1=...`. */
export type TimestampPlace = { header: string } | { entry: string };

/** What tells a delivery from all others: a header's value, or a field of the payload. */
export type IdPlace = { header: string } | { field: string };

export const OPERATORS = [
  "is",
  "is_not",
  "one_of",
  "contains",
  "above",
  "below",
  "exists",
  "missing",
] as const;

/** One of the conditions that all have to hold. */
export interface Condition {
  /** `body.action`, `headers.x-github-event`. */
  field: string;
  op: (typeof OPERATORS)[number];
  /** Of `exists` and `missing` nothing; of `one_of` the values, separated by commas. */
  value: string;
}

/** Where a hook takes mail. */
export interface MailPlace {
  /** What stands before the @; unique on this instance. */
  name: string;
  /** Addresses, domains as `@example.com`, or `*`. In small letters. */
  senders: readonly string[];
}

/** What a person says of a hook. */
export interface HookFields {
  name: string;
  verification: Verification;
  delivery_id: IdPlace | null;
  filter: readonly Condition[];
  /** What of the payload its agent reads; empty: all of it. */
  template: string;
  /** The person's own words: what is to be done with such events. */
  instructions: string;
  /** Who answers in conversations that the hook begins; null: the instance's default. */
  agent: string | null;
  /** `one`: all of it in one conversation; `each`: a new one for each delivery. */
  conversation: "one" | "each";
  /** That one conversation; null: the first delivery begins it. */
  conversation_id: string | null;
  tier: "full" | "operational";
  rate_per_minute: number;
  /** null: it takes no mail. */
  mail: MailPlace | null;
  enabled: boolean;
}

export interface Hook extends HookFields {
  id: HookId;
  owner: string;
  /** The last characters of the secret. */
  hint: string;
  /** Deliveries that proved who they are. */
  deliveries: number;
  last_at: number | null;
  last_status: DeliveryStatus | null;
  created_at: number;
  updated_at: number;
}

/**
 * - `received`: it proved who it is, and nothing is known yet of what becomes of it.
 * - `accepted`: its conversation has it.
 * - `filtered`: a condition does not hold.
 * - `refused`: it proved nothing, came too late or too often, or cannot be read.
 * - `failed`: its conversation does not take it; sent again it may.
 */
export const DELIVERY_STATUSES = ["received", "accepted", "filtered", "refused", "failed"] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface HookDelivery {
  id: HookDeliveryId;
  hook_id: HookId;
  owner: string;
  /** The same delivery again has the same; null of what proved nothing. */
  key: string | null;
  /** Of what was signed: however its id is changed, the same bytes are known. Null where nothing was signed. */
  digest: string | null;
  /** As its sender names it. */
  sender_id: string | null;
  status: DeliveryStatus;
  reason: string | null;
  /** sender, test, or a person's replay of an earlier one. */
  origin: "sender" | "test" | "replay";
  /** Bytes of the body. */
  size: number;
  /** JSON of body and headers; null where it is too large to be kept, or proved nothing. */
  payload: string | null;
  /** The beginning of the body as text. */
  excerpt: string;
  conversation_id: string | null;
  at: number;
}
