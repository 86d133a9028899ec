/**
 * The catalog of capabilities: what may be done with them. Every verb is one owner's, and nothing of another's is ever found:
 * but for what was shared in a place, which `sharedIn` and `around` name.
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
import type { Around } from "./store.ts";

export interface CapabilityRequest {
  name: string;
  /** What it should do; its first version says so in its own words. */
  description: string;
  input_schema?: JsonSchema;
  /** Names the build that makes it: a later `begin` with another id is refused while this one is under way. */
  build_id: string;
}

export type Begun =
  | { status: "begun"; capability: Capability }
  /** Another build of it is under way. */
  | { status: "building"; capability: Capability }
  /** The problem says what to do. */
  | { status: "refused"; problem: string };

export interface TestReport {
  name: string;
  ok: boolean;
  /** Why it failed. */
  problem?: string;
}

/** What the owner has to say yes to before a version may be used. */
export interface Asked {
  /** Hosts that the version in use does not declare. */
  hosts: readonly string[];
  /** `NAME@host` of each secret that the version in use does not send there. */
  secrets: readonly string[];
}

export interface Checked {
  tests: readonly TestReport[];
  /** Lines that the tests printed. */
  console: readonly string[];
  /** What the files say of themselves; absent when they can't be read. */
  found?: { digest: string; asked: Asked };
  /** Empty: it may be published. Each says what to do. */
  problems: readonly string[];
}

export interface Publication {
  files: CapabilityFiles;
  /** The build that made them, which must be the one under way; null: a person brought them. */
  build_id: string | null;
  /** What the owner said yes to: the digest of these files, or hosts and secrets by name. */
  approved?: string | Asked;
}

export type Published =
  | { status: "published"; capability: Capability; version: CapabilityVersion }
  /** Ask the owner, then publish again with what they said yes to. Nothing is stored. */
  | { status: "needs_approval"; digest: string; asked: Asked }
  | { status: "refused"; problems: readonly string[]; tests: readonly TestReport[] };

export interface CapabilityQuery {
  /** Words that its name, description or tags hold; all of them. */
  words?: string;
  status?: CapabilityStatus;
}

export interface Bundle {
  version: CapabilityVersion;
  files: CapabilityFiles;
}

export interface CapabilityCatalog {
  /** `told` is called after each change that is made here. */
  watch(told: (owner: string) => void): void;
  /**
   * A new capability stands as `building`; one that is there already keeps its version in use while the next is built.
   * The same build again changes nothing.
   */
  begin(owner: string, request: CapabilityRequest): Promise<Begun>;
  /** Reads the files and runs their tests in a fresh sandbox; stores nothing. Never throws for what the files do. */
  check(owner: string, name: string, files: CapabilityFiles): Promise<Checked>;
  /**
   * Checks, as `check`, and makes the files the next version and the one in use: status `active`, its build ended. The
   * files that are in use already are no new version. What a person brings may be a new capability.
   */
  publish(owner: string, name: string, publication: Publication): Promise<Published>;
  /** Its build came to nothing: `failed`, or, with a version in use, as it was before. False: that build is not under way. */
  fail(owner: string, name: string, end: { build_id: string; problem: string }): Promise<boolean>;
  /** By name. */
  list(owner: string, query?: CapabilityQuery): Promise<Capability[]>;
  get(owner: string, name: string): Promise<Capability | undefined>;
  /** Newest first. */
  versions(owner: string, name: string): Promise<CapabilityVersion[]>;
  /** Absent version: the one in use. */
  bundle(owner: string, name: string, version?: number): Promise<Bundle | undefined>;
  /** An earlier version as a new one, in use at once: the owner said yes to it then. Undefined: there is none such. */
  restore(owner: string, name: string, version: number): Promise<Capability | undefined>;
  /** Undefined: there is none with a version. Enabling begins the count of failures anew. */
  enable(owner: string, name: string): Promise<Capability | undefined>;
  disable(owner: string, name: string, problem: string): Promise<Capability | undefined>;
  /** Which agents may use it for its owner; none: all. */
  restrict(owner: string, name: string, agents: readonly string[]): Promise<Capability | undefined>;
  /** Replaces where it is there for others. Whoever calls sees to it that its owner keeps these places. */
  share(owner: string, name: string, shares: readonly Share[]): Promise<Capability | undefined>;
  /** By the ids of capabilities. */
  shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>>;
  /** Whosever it is. */
  sharedIn(place: SharePlace): Promise<SharedCapability[]>;
  /** The owner's, and what is shared in that place. */
  around(owner: string, place: SharePlace): Promise<Around>;
  /** With all its versions and files. */
  remove(owner: string, name: string): Promise<boolean>;
}
