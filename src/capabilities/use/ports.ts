/** What is kept of calls, and the secrets of people. All reject when storage fails. */
import type { CapabilityId } from "../catalog/capability.ts";

/** A call that was made, as its owner looks at it later. */
export interface CapabilityCall {
  id: string;
  capability_id: CapabilityId;
  owner: string;
  version: number;
  ok: boolean;
  /** JSON, cut. */
  input: string;
  /** The result or the error, cut. */
  output: string;
  /** What it printed, cut. */
  console: string;
  /** ms. */
  duration: number;
  /** ms since the epoch. */
  at: number;
}

export interface CallStore {
  /**
   * Counts it; of many the oldest go. Says how many have failed since one last went well: `isApart`, it is not among them.
   */
  record(call: CapabilityCall, how?: { isApart?: boolean }): Promise<number>;
  /** Newest first. */
  list(id: CapabilityId, page: { limit: number; before?: string | undefined }): Promise<CapabilityCall[]>;
}

/** Secrets of people, sealed where they rest. */
export interface SecretStore {
  list(owner: string): Promise<SecretView[]>;
  /** Throws `conflict` where the instance has no secret of its own to seal with. */
  put(owner: string, name: string, value: string): Promise<void>;
  /** False: there was none. */
  remove(owner: string, name: string): Promise<boolean>;
  /** Those that are set and can be opened. */
  open(owner: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface SecretView {
  name: string;
  /** The last characters. */
  hint: string;
  /** ms since the epoch. */
  updated_at: number;
}
