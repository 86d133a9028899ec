/** Dependencies of the catalog. */
import type { Ids } from "../../domain/ids.ts";
import type { TestDeps } from "./run-tests.ts";
import type { CapabilityFileStore, CapabilityStore } from "./store.ts";

export interface CatalogDeps extends TestDeps {
  store: CapabilityStore;
  files: CapabilityFileStore;
  ids: Ids;
}

/** Identifies one capability. */
export interface CapabilityKey {
  owner: string;
  name: string;
}
