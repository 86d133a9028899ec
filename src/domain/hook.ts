/** Words that hooks are described with, for the Worker and for the form of the app. */

/** Verification of a sender. Header names are in lower case. */
export type Verification =
  /** The secret itself is the header's value, after the prefix. */
  | { scheme: "token"; header: string; prefix: string }
  /** The secret itself is in the address: the value of that parameter of its query; null: the end of its path. */
  | { scheme: "address"; parameter: string | null }
  /** HMAC-SHA256 of `signed`, keyed with the secret. */
  | {
      scheme: "hmac";
      header: string;
      /** Text before the signature; entries with another prefix are ignored. */
      prefix: string;
      /** Separates several entries of the header; empty if there is only one. */
      separator: "" | "," | " ";
      encoding: "hex" | "base64";
      /** `{body}` are the raw bytes; also `{timestamp}` and `{id}`. */
      signed: string;
      timestamp: TimestampPlace | null;
      /** Largest allowed difference between the timestamp and our clock. */
      tolerance_s: number;
      /** `base64`: the secret is the base64 of the key, perhaps behind `whsec_`. */
      secret_encoding: "text" | "base64";
    };

/** `entry`: the name of an entry of the signature's header, such as `t` of `t=1700000000,v1=...`. */
export type TimestampPlace = { header: string } | { entry: string };

/** Place of the delivery's unique id: a header's value, or a field of the payload. */
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

/** All conditions of a hook have to hold. */
export interface Condition {
  /** `body.action`, `headers.x-github-event`. */
  field: string;
  op: (typeof OPERATORS)[number];
  /** Ignored for `exists` and `missing`; for `one_of`, the values separated by commas. */
  value: string;
}

/**
 * - `received`: verified; the outcome is not known yet.
 * - `accepted`: its conversation has it.
 * - `filtered`: a condition does not hold.
 * - `refused`: not verified, too late, too frequent, or unreadable.
 * - `failed`: its conversation did not take it; a retry may succeed.
 */
export const DELIVERY_STATUSES = ["received", "accepted", "filtered", "refused", "failed"] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A signature as most senders make it: the base of the well-known ones, and of one that is described by hand. */
export const PLAIN_HMAC = {
  scheme: "hmac",
  prefix: "",
  separator: "",
  encoding: "hex",
  signed: "{body}",
  timestamp: null,
  tolerance_s: 300,
  secret_encoding: "text",
} as const;

/** Settings of a hook that has only a name. */
export const HOOK_DEFAULTS = {
  template: "",
  instructions: "",
  conversation: "one",
  tier: "operational",
  rate_per_minute: 60,
} as const;

/** Most deliveries that a hook may take in a minute. */
export const MOST_PER_MINUTE = 600;
