/** Long-term memory: its routes, its tools, the standing memory of agents, and background learning. */

import { STANDING_MEMORY } from "../../agent/context/memory-headings.ts";
import type { MemoryScope } from "../../agent/ports/memory.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import { type ArchiveFile, linesFile } from "../../export/archive.ts";
import type { ErasedCounts } from "../../jobs/erase-person.ts";
import { createMemoryJobs, hourlyJobs } from "../../jobs/memory-jobs.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Scope } from "../../memory/ports/model.ts";
import * as items from "../../storage/d1/schema/memory/memory.ts";
import { chunks, chunkVectors, memoryPartitions } from "../../storage/d1/schema/memory/passages.ts";
import { createMemoryTools } from "../../tools/memory/memory-tools.ts";
import type { ToolSource } from "../../tools/registry.ts";
import { definePart } from "../part.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { NEEDS } from "./services.ts";

export const memoryPart = definePart({
  name: "memory",
  routes: memoryRoutes,
  owned: [chunkVectors, chunks, memoryPartitions, ...Object.values(items)],
  needs: NEEDS,
  open: ({ memory, jobs }) => ({
    sources: [toolsFor(createMemoryTools({ memory }))],
    sections: (agent, scope) => (agent.memory === "none" ? [] : standingSections(memory, scope)),
    jobs: createMemoryJobs({ memory, enqueue: (job) => jobs.enqueue(job) }),
    regular: (time) => hourlyJobs(time, memory),
    erase: (owner, heartbeat) => erase(memory, owner, heartbeat),
    archive: ({ owner }) => archive(memory, owner),
  }),
});

/** An agent without memory gets no memory tool. */
function toolsFor(tools: readonly Tool[]): ToolSource {
  return { list: async ({ memory }) => (memory === "none" ? [] : [...tools]) };
}

async function standingSections({ recall }: LongTermMemory, scope: MemoryScope): Promise<string[]> {
  const { lines } = await recall.standing(scope);
  return lines.length > 0 ? [`${STANDING_MEMORY}\n${lines.map((line) => `- ${line}`).join("\n")}`] : [];
}

/** The rows go with the part's tables; this removes their vectors too, wherever those are. */
async function erase(
  memory: LongTermMemory,
  owner: string,
  heartbeat: () => Promise<void>,
): Promise<ErasedCounts> {
  for (const source of await memory.passages.sources(owner)) {
    await memory.forgetSource(owner, source);
    await heartbeat();
  }
  return {};
}

async function* archive(memory: LongTermMemory, owner: string): AsyncGenerator<ArchiveFile> {
  const scopes = new Set<Scope>(["person", ...(await memory.passages.scopes(owner))]);
  const lines: object[] = [];
  for await (const line of memory.exportLines(owner, [...scopes])) lines.push(line);
  yield linesFile("memory.jsonl", lines);
}
