/** What a capability is: a tool that was written for one person, with every version it has had. */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type { Id } from "../../domain/ids.ts";

export type CapabilityId = Id<"cap">;

/**
 * - `building`: asked for; no version has ever passed its tests.
 * - `active`: its newest chosen version is offered to agents.
 * - `failed`: its first build came to nothing; `problem` says why.
 * - `disabled`: a person, or too many failures in a row, took it from agents; `problem` says why.
 */
export const STATUSES = ["building", "active", "failed", "disabled"] as const;
export type CapabilityStatus = (typeof STATUSES)[number];

/** Of one call. */
export interface CapabilityLimits {
  /** ms of computing. */
  compute_ms: number;
  /** ms in all, with waiting for the network. */
  wait_ms: number;
  memory_mb: number;
  /** Requests to the network. */
  requests: number;
}

/** What a version says of itself: from its `manifest.json` and its `package.json`. */
export interface Declared {
  /** One line, for prompts. */
  description: string;
  input_schema: JsonSchema;
  /** Null: its result is text of no fixed form. */
  output_schema: JsonSchema | null;
  tags: readonly string[];
  /** `host` or `host:port`: all it may reach. */
  hosts: readonly string[];
  /** `NAME@host`: may stand as `{{secret:NAME}}` in a header for that host. `NAME` in older versions: for all of them. */
  secrets: readonly string[];
  limits: CapabilityLimits;
}

/** Times are ms since the epoch. */
export interface Capability extends Declared {
  id: CapabilityId;
  owner: string;
  /** Unique among its owner's; agents call it `cap_{name}`. */
  name: string;
  status: CapabilityStatus;
  /** The version that agents use; 0: none yet. */
  version: number;
  /** Set while a version is being built. */
  build_id: string | null;
  /** Why it failed, was disabled, or why its newest build came to nothing. */
  problem: string | null;
  /** Slugs of the agents that may use it; none: all. */
  agents: readonly string[];
  calls: number;
  failures: number;
  /** Since a call last went well. */
  failures_in_row: number;
  last_called_at: number | null;
  created_at: number;
  updated_at: number;
}

export type VersionChange = "built" | "imported" | "restored";

export interface CapabilityVersion extends Declared {
  version: number;
  /** Of its files: who says yes to a version says it to these bytes. */
  digest: string;
  files: readonly { path: string; size: number }[];
  /** How many tests it passed. */
  tests: number;
  change: VersionChange;
  restored_from: number | null;
  created_at: number;
}

/** Where somebody else may come upon it: the conversations of an agent, the visits of a room. */
export interface SharePlace {
  kind: "agent" | "room";
  slug: string;
}

export interface Share extends SharePlace {
  /** Whose the place was when it was shared there; null: everybody's. In another's hands it is not offered it. */
  place_owner: string | null;
}

/** As it stands in one place. */
export interface SharedCapability extends Capability {
  place_owner: string | null;
}

/** Path to text. */
export type CapabilityFiles = Readonly<Record<string, string>>;

/** As agents call it. */
export function toolNameOf(name: string): string {
  return `cap_${name}`;
}
