/** The tools by which an agent writes, searches and reads long-term memory. */
import type { Tool } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { commitmentUpdate } from "./commitment-update.ts";
import { deepMemoryTool } from "./deep-memory.ts";
import { memoryForget } from "./memory-forget.ts";
import { memoryGet } from "./memory-get.ts";
import { memorySearch } from "./memory-search.ts";
import { memoryWrite } from "./memory-write.ts";
import { recallMemory, storeMemory } from "./store-recall.ts";

interface MemoryToolDeps {
  memory: LongTermMemory;
}

export function createMemoryTools(deps: MemoryToolDeps): Tool[] {
  return [
    commitmentUpdate(deps),
    deepMemoryTool(deps),
    memoryForget(deps),
    memoryGet(deps),
    memorySearch(deps),
    memoryWrite(deps),
    recallMemory(deps),
    storeMemory(deps),
  ];
}
