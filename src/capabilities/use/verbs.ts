/** Services of capabilities for routes and builds. */
import type { PartKey } from "../../platform/part-key.ts";
import type { CapabilityCatalog } from "../catalog/port.ts";
import type { Calls } from "./calls.ts";
import type { CallStore, SecretStore } from "./ports.ts";

export interface CapabilityVerbs {
  catalog: CapabilityCatalog;
  calls: Calls;
  store: Pick<CallStore, "list">;
  secrets: SecretStore;
}

export const CAPABILITIES: PartKey<CapabilityVerbs> = { name: "capabilities" };
