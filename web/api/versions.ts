/** Versions of a person's things: the changes of each, and the differences from now. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Result } from "./http.ts";

export interface FieldChange {
  /** The path in the request body: `limits.max_steps`. */
  field: string;
  before: unknown;
  after: unknown;
  lines?: { op: "same" | "added" | "removed"; text: string }[];
}

export interface Version {
  version: number;
  change: "loaded" | "created" | "edited" | "restored";
  restored_from: number | null;
  /** Id of a person; null: none of this instance. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** Names of the fields that differ from the version before. */
  changed: string[];
}

export interface Comparison extends Version {
  against: number | null;
  changes: FieldChange[];
}

/** Versions of one thing; `T` is the thing after a version was restored. */
export interface VersionSource<T> {
  list(cursor: string | null): Promise<Result<Page<Version>>>;
  /** Differences from the current version. */
  compare(version: number): Promise<Result<Comparison>>;
  restore(version: number): Promise<Result<T>>;
}
