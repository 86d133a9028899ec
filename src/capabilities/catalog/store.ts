/** What the catalog keeps: its rows, and the files of each version. Nothing of another owner's is ever found. */
import type {
  Capability,
  CapabilityFiles,
  CapabilityId,
  CapabilityVersion,
  Declared,
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

export interface NewVersion extends Declared {
  digest: string;
  files: CapabilityVersion["files"];
  tests: number;
  change: CapabilityVersion["change"];
  restored_from: number | null;
}

/** What a turn may have before it, each by name, then the older first. */
export interface Around {
  own: Capability[];
  shared: SharedCapability[];
}

export interface ShareStore {
  /** By capability: all that its owner shares. */
  shares(owner: string): Promise<ReadonlyMap<string, readonly Share[]>>;
  /** Replaces what was shared. */
  share(capability: Pick<Capability, "id" | "owner">, shares: readonly Share[]): Promise<void>;
  /** Of all owners, by name, then the older first. */
  sharedIn(place: SharePlace): Promise<SharedCapability[]>;
  /** The owner's, and beside them what is shared in that place: by one question. */
  around(owner: string, place: SharePlace): Promise<Around>;
}

export interface CapabilityStore extends ShareStore {
  /** Status `building`. False: there is one of that name. */
  add(capability: NewCapability): Promise<boolean>;
  list(owner: string): Promise<Capability[]>;
  get(owner: string, name: string): Promise<Capability | undefined>;
  /** `while_build`: only while that build is under way, null for none. False: nothing was changed. */
  update(
    capability: Pick<Capability, "id" | "owner">,
    change: CapabilityChange,
    while_build?: string | null,
  ): Promise<boolean>;
  /**
   * In one step: the version after `capability.version`, in use at once, while that one still is and `capability.build_id`
   * still goes on. False: something came first, and nothing was changed.
   */
  addVersion(capability: Capability, version: NewVersion): Promise<boolean>;
  /** Newest first. */
  versions(id: CapabilityId): Promise<CapabilityVersion[]>;
  /** With its versions, its calls and its shares. */
  remove(capability: Pick<Capability, "id" | "owner">): Promise<boolean>;
}

/** The files of a digest never change. */
export interface CapabilityFileStore {
  put(place: FilesPlace, files: CapabilityFiles): Promise<void>;
  /** Undefined when one of the paths is not there. */
  get(place: FilesPlace, paths: readonly string[]): Promise<CapabilityFiles | undefined>;
  /** All of the capability's, of every version. */
  remove(place: Omit<FilesPlace, "digest">): Promise<void>;
}

export interface FilesPlace {
  owner: string;
  id: CapabilityId;
  digest: string;
}
