/** Storage ports for call records and people's secrets. All methods reject when storage fails. */
import type { CapabilityId } from "../catalog/capability.ts";

/** A recorded call, for its owner to review. */
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
  /** Console output, cut. */
  console: string;
  /** ms. */
  duration: number;
  /** ms since the epoch. */
  at: number;
}

export interface CallStore {
  /**
   * Counts and stores the call; the oldest records are deleted. Returns the failures since the last success:
   * an `isApart` call is not among them.
   */
  record(call: CapabilityCall, how?: { isApart?: boolean }): Promise<number>;
  /** Newest first. */
  list(id: CapabilityId, page: { limit: number; before?: string | undefined }): Promise<CapabilityCall[]>;
}

/** People's secrets, sealed at rest. */
export interface SecretStore {
  list(owner: string): Promise<SecretView[]>;
  /** Throws `conflict` if the instance has no key to seal with. */
  put(owner: string, name: string, value: string): Promise<void>;
  /** Returns false if there was none. */
  remove(owner: string, name: string): Promise<boolean>;
  /** Values that are set and can be unsealed. */
  open(owner: string, names: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface SecretView {
  name: string;
  /** The last characters. */
  hint: string;
  /** ms since the epoch. */
  updated_at: number;
}
