/** Versions of a person's things: the changes of each, and the differences from now. */
import type { Page } from "../../src/channels/web/wire.ts";
import type { Comparison, FieldChange, Version } from "../../src/contract/versions.ts";
import type { Result } from "./http.ts";

export type { Comparison, FieldChange, Version };

/** Versions of one thing; `T` is the thing after a version was restored. */
export interface VersionSource<T> {
  list(cursor: string | null): Promise<Result<Page<Version>>>;
  /** Differences from the current version. */
  compare(version: number): Promise<Result<Comparison>>;
  restore(version: number): Promise<Result<T>>;
}
