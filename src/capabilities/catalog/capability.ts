/** Capabilities: tools written for one person, with all their versions. */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type { Id } from "../../domain/ids.ts";

declare module "../../domain/ids.ts" {
  interface IdPrefixes {
    cap: "capability";
  }
}

export type CapabilityId = Id<"cap">;

/**
 * - `building`: requested; no version has passed its tests yet.
 * - `active`: the version in use is offered to agents.
 * - `failed`: its first build failed; `problem` says why.
 * - `disabled`: switched off by a person or by too many failures in a row; `problem` says why.
 */
export const STATUSES = ["building", "active", "failed", "disabled"] as const;
export type CapabilityStatus = (typeof STATUSES)[number];

/** Limits of one call. */
export interface CapabilityLimits {
  /** ms of CPU time. */
  compute_ms: number;
  /** ms of wall-clock time, including waits for the network. */
  wait_ms: number;
  memory_mb: number;
  /** Network requests. */
  requests: number;
}

/** Declared by a version's `manifest.json` and `package.json`. */
export interface CapabilityDeclaration {
  /** One line, for prompts. */
  description: string;
  input_schema: JsonSchema;
  /** Null: the result is free text. */
  output_schema: JsonSchema | null;
  tags: readonly string[];
  /** `host` or `host:port`: the only hosts it may reach. */
  hosts: readonly string[];
  /**
   * `NAME@host`: `{{secret:NAME}}` may be used in headers to that host. Older versions have `NAME`, for all
   * hosts.
   */
  secrets: readonly string[];
  limits: CapabilityLimits;
}

/** Times are ms since the epoch. */
export interface Capability extends CapabilityDeclaration {
  id: CapabilityId;
  owner: string;
  /** Unique per owner; agents call it as `cap_{name}`. */
  name: string;
  status: CapabilityStatus;
  /** The version in use; 0: none yet. */
  version: number;
  /** Set while a version is being built. */
  build_id: string | null;
  /** The reason for its failure or disablement, or why its newest build failed. */
  problem: string | null;
  /** Slugs of the agents that may use it; empty: all. */
  agents: readonly string[];
  calls: number;
  failures: number;
  /** Failures since the last successful call. */
  failures_in_row: number;
  last_called_at: number | null;
  created_at: number;
  updated_at: number;
}

type VersionChange = "built" | "imported" | "restored";

export interface CapabilityVersion extends CapabilityDeclaration {
  version: number;
  /** Digest of its files: approving a version approves exactly these bytes. */
  digest: string;
  files: readonly { path: string; size: number }[];
  /** Number of tests that passed. */
  tests: number;
  change: VersionChange;
  restored_from: number | null;
  created_at: number;
}

/** A place where others may use it: the conversations of an agent, or the visits of a room. */
export interface SharePlace {
  kind: "agent" | "room";
  slug: string;
}

export interface Share extends SharePlace {
  /**
   * Owner of the place at the time of sharing; null: the instance. If the place changes hands, the capability
   * is not offered there.
   */
  place_owner: string | null;
}

/** A capability as shared in one place. */
export interface SharedCapability extends Capability {
  place_owner: string | null;
}

/** Path -> text. */
export type CapabilityFiles = Readonly<Record<string, string>>;

/** The name of its tool. */
export function toolNameOf(name: string): string {
  return `cap_${name}`;
}
