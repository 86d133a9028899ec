/** The tools by which an agent writes, searches and reads long-term memory. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { memorySearch } from "./memory-search.ts";
import { memoryWrite } from "./memory-write.ts";

export interface MemoryToolDeps {
  memory: LongTermMemory;
}

export function createMemoryTools(deps: MemoryToolDeps): Tool[] {
  return [memorySearch(deps), memoryWrite(deps)];
}
