/** Versions of what one has made: what each changed, and what is different from now. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Result } from "./http.ts";

export interface FieldChange {
  /** As in a body: `limits.max_steps`. */
  field: string;
  before: unknown;
  after: unknown;
  lines?: { op: "same" | "added" | "removed"; text: string }[];
}

export interface Version {
  version: number;
  change: "loaded" | "created" | "edited" | "restored";
  restored_from: number | null;
  /** Id of a person; null: nobody here. */
  by: string | null;
  /** ISO 8601. */
  at: string;
  /** Names of what is different from the version before. */
  changed: string[];
}

export interface Comparison extends Version {
  against: number | null;
  changes: FieldChange[];
}

/** Of one thing; `T` is what it is once a version of it was brought back. */
export interface VersionSource<T> {
  list(cursor: string | null): Promise<Result<Page<Version>>>;
  /** What is different from now. */
  compare(version: number): Promise<Result<Comparison>>;
  restore(version: number): Promise<Result<T>>;
}
