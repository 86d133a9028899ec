/** Capabilities, and the sandbox in which they run. */

import type { CapabilityCatalog } from "../../capabilities/catalog/port.ts";
import type { Sandbox } from "../../sandbox/port.ts";
import { group } from "./group.ts";

export interface CapabilityServices {
  /** Runs programs that nobody vouches for. */
  sandbox: Sandbox;
  /** Tools that were written here. */
  capabilities: CapabilityCatalog;
}

export const CAPABILITIES_CATALOG = group<CapabilityServices>()("sandbox", "capabilities");
