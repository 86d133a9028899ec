/** Long-term memory. */

import type { LongTermMemory } from "../../memory/create-memory.ts";
import { group } from "./group.ts";

export interface MemoryServices {
  memory: LongTermMemory;
}

export const MEMORY = group<MemoryServices>()("memory");
