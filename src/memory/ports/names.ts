/** Who is called what: the aliases of each owner. */
import type { Alias } from "./model.ts";

export interface Names {
  /** The main name of whoever is called so. */
  mainName(owner: string, name: string): Promise<string>;
  /** All names by which this one is known, itself included, as keys. */
  allKeys(owner: string, name: string): Promise<string[]>;
  /** Other names by the key of a name. */
  others(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
  add(owner: string, alias: Alias, now: number): Promise<void>;
  /** What was known of the owner's names may not be so any more. */
  changed(owner: string): void;
}
