/**
 * The catalog of capabilities. Every method works on one owner's capabilities and never finds another's,
 * except those shared in a place: `sharedIn` and `reachable`.
 */
import type { JsonSchema } from "../../agent/ports/model.ts";
import type {
  Capability,
  CapabilityFiles,
  CapabilityStatus,
  CapabilityVersion,
  Share,
  SharedCapability,
  SharePlace,
} from "./capability.ts";
import type { ReachableCapabilities } from "./store.ts";

export interface CapabilityRequest {
  name: string;
  /** Its purpose, until the first version brings its own description. */
  description: string;
  input_schema?: JsonSchema;
  /** Id of the build that makes it: while that one is under way, a `begin` with another id is refused. */
  build_id: string;
}

export type BeginCapabilityResult =
  | { status: "begun"; capability: Capability }
  /** Another build of it is under way. */
  | { status: "building"; capability: Capability }
  /** The problem says what to do. */
  | { status: "refused"; problem: string };

export interface TestReport {
  name: string;
  ok: boolean;
  /** The reason for its failure. */
  problem?: string;
}

/** Permissions that the owner has to approve before a version may be used. */
export interface RequestedAccess {
  /** Hosts that the version in use does not declare. */
  hosts: readonly string[];
  /** `NAME@host` of each secret that the version in use does not send there. */
  secrets: readonly string[];
}

export interface BundleCheck {
  tests: readonly TestReport[];
  /** Console output of the tests. */
  console: readonly string[];
  /** Facts from the files; absent if they cannot be read. */
  found?: { digest: string; requested: RequestedAccess };
  /** Empty: it may be published. Each problem says what to do. */
  problems: readonly string[];
}

export interface Publication {
  files: CapabilityFiles;
  /** The build that made them, which must be the one under way; null: a person brought them. */
  build_id: string | null;
  /** The owner's approval: the digest of these files, or hosts and secrets by name. */
  approved?: string | RequestedAccess;
}

export type PublishResult =
  | { status: "published"; capability: Capability; version: CapabilityVersion }
  /** Nothing is stored: ask the owner, then publish again with their approval. */
  | { status: "needs_approval"; digest: string; requested: RequestedAccess }
  | { status: "refused"; problems: readonly string[]; tests: readonly TestReport[] };

export interface CapabilityQuery {
  /** Words that must all occur in its name, description or tags. */
  words?: string;
  status?: CapabilityStatus;
}

export interface Bundle {
  version: CapabilityVersion;
  files: CapabilityFiles;
}

export interface CapabilityCatalog {
  /** `listener` is called after each change made in this isolate. */
  watch(listener: (owner: string) => void): void;
  /**
   * A new capability gets the status `building`; an existing one keeps its version in use while the next is
   * built. Idempotent by build.
   */
  begin(owner: string, request: CapabilityRequest): Promise<BeginCapabilityResult>;
  /**
   * Validates the files and runs their tests in a fresh sandbox; stores nothing. Never throws because of the
   * files.
   */
  check(owner: string, name: string, files: CapabilityFiles): Promise<BundleCheck>;
  /**
   * Checks like `check`, then makes the files the next version and the one in use: status `active`, build
   * ended. Files that are in use already make no new version. A person may bring a new capability this way.
   */
  publish(owner: string, name: string, publication: Publication): Promise<PublishResult>;
  /**
   * Records a failed build: status `failed`, or unchanged if a version is in use. Returns false if that build
   * is not under way.
   */
  fail(owner: string, name: string, end: { build_id: string; problem: string }): Promise<boolean>;
  /** Sorted by name. */
  list(owner: string, query?: CapabilityQuery): Promise<Capability[]>;
  get(owner: string, name: string): Promise<Capability | undefined>;
  /** Newest first. */
  versions(owner: string, name: string): Promise<CapabilityVersion[]>;
  /** Absent version: the one in use. */
  bundle(owner: string, name: string, version?: number): Promise<Bundle | undefined>;
  /**
   * Copies an earlier version as a new one, in use at once: the owner approved it then. Undefined if there is
   * no such version.
   */
  restore(owner: string, name: string, version: number): Promise<Capability | undefined>;
  /** Undefined if it has no version. Enabling resets the count of failures. */
  enable(owner: string, name: string): Promise<Capability | undefined>;
  disable(owner: string, name: string, problem: string): Promise<Capability | undefined>;
  /** Sets the agents that may use it for its owner; empty: all. */
  restrict(owner: string, name: string, agents: readonly string[]): Promise<Capability | undefined>;
  /** Replaces its shares. The caller checks that its owner keeps these places. */
  share(owner: string, name: string, shares: readonly Share[]): Promise<Capability | undefined>;
  /** Shares by capability id. */
  shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>>;
  /** Capabilities of all owners. */
  sharedIn(place: SharePlace): Promise<SharedCapability[]>;
  /** The owner's capabilities, and those shared in that place. */
  reachable(owner: string, place: SharePlace): Promise<ReachableCapabilities>;
  /** Removes all versions and files too. */
  remove(owner: string, name: string): Promise<boolean>;
}
