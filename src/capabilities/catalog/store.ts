/** Storage ports of the catalog: its rows, and the files of each version. No method finds another owner's. */
import type {
  Capability,
  CapabilityDeclaration,
  CapabilityFiles,
  CapabilityId,
  CapabilityVersion,
  Share,
  SharedCapability,
  SharePlace,
} from "./capability.ts";

export type NewCapability = Pick<
  Capability,
  "id" | "owner" | "name" | "description" | "input_schema" | "build_id"
>;

/** Fields that change without a new version. */
export type CapabilityChange = Partial<
  Pick<Capability, "status" | "build_id" | "problem" | "agents" | "failures_in_row">
>;

export interface NewVersion extends CapabilityDeclaration {
  digest: string;
  files: CapabilityVersion["files"];
  tests: number;
  change: CapabilityVersion["change"];
  restored_from: number | null;
}

/** Candidates for a turn, each list sorted by name, then age (older first). */
export interface ReachableCapabilities {
  own: Capability[];
  shared: SharedCapability[];
}

export interface ShareStore {
  /** All shares of its owner, by capability id. */
  shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>>;
  /** Replaces its shares. */
  share(capability: Pick<Capability, "id" | "owner">, shares: readonly Share[]): Promise<void>;
  /** Capabilities of all owners, sorted by name, then age (older first). */
  sharedIn(place: SharePlace): Promise<SharedCapability[]>;
  /** The owner's capabilities and those shared in that place, in one query. */
  reachable(owner: string, place: SharePlace): Promise<ReachableCapabilities>;
}

export interface CapabilityStore extends ShareStore {
  /** Status `building`. Returns false if the name exists. */
  add(capability: NewCapability): Promise<boolean>;
  list(owner: string): Promise<Capability[]>;
  get(owner: string, name: string): Promise<Capability | undefined>;
  /**
   * `while_build`: changes nothing unless that build is under way, null for none. Returns false if nothing
   * was changed.
   */
  update(
    capability: Pick<Capability, "id" | "owner">,
    change: CapabilityChange,
    while_build?: string | null,
  ): Promise<boolean>;
  /**
   * Atomic: adds the version after `capability.version` and puts it in use, provided that version and
   * `capability.build_id` are still current. Returns false, without a change, if something came first.
   */
  addVersion(capability: Capability, version: NewVersion): Promise<boolean>;
  /** Newest first. */
  versions(id: CapabilityId): Promise<CapabilityVersion[]>;
  /** Removes its versions, calls and shares too. */
  remove(capability: Pick<Capability, "id" | "owner">): Promise<boolean>;
}

/** The files of a digest never change. */
export interface CapabilityFileStore {
  put(place: FilesPlace, files: CapabilityFiles): Promise<void>;
  /** Undefined if one of the paths is missing. */
  get(place: FilesPlace, paths: readonly string[]): Promise<CapabilityFiles | undefined>;
  /** Removes the files of all versions. */
  remove(place: Omit<FilesPlace, "digest">): Promise<void>;
}

export interface FilesPlace {
  owner: string;
  id: CapabilityId;
  digest: string;
}
