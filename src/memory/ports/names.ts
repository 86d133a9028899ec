/** Aliases of people and things, per owner. */
import type { Alias } from "./model.ts";

export interface Names {
  /** The main name of the entity with this name. */
  mainName(owner: string, name: string): Promise<string>;
  /** All names of the entity, the given one included, as name keys. */
  allKeys(owner: string, name: string): Promise<string[]>;
  /** Other names, by name key. */
  others(owner: string): Promise<ReadonlyMap<string, readonly string[]>>;
  add(owner: string, alias: Alias, now: number): Promise<void>;
  /** Invalidates the cached names of the owner. */
  onChange(owner: string): void;
}
