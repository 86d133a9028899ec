/** Long-term memory: its routes, its tools, the standing memory of agents, and background learning. */

import type { MemoryScope } from "../../agent/ports/memory.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import { createMemoryJobs, hourlyJobs } from "../../jobs/memory-jobs.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { createMemoryTools } from "../../tools/memory/memory-tools.ts";
import type { ToolSource } from "../../tools/registry.ts";
import { definePart } from "../part.ts";
import { memoryRoutes } from "./routes/memory.ts";
import { NEEDS } from "./services.ts";

export const memoryPart = definePart({
  name: "memory",
  routes: memoryRoutes,
  needs: NEEDS,
  open: ({ memory, jobs }) => ({
    sources: [toolsFor(createMemoryTools({ memory }))],
    sections: (agent, scope) => (agent.memory === "none" ? [] : standingSections(memory, scope)),
    jobs: createMemoryJobs({ memory, enqueue: (job) => jobs.enqueue(job) }),
    regular: (time) => hourlyJobs(time, memory),
  }),
});

/** An agent without memory gets no memory tool. */
function toolsFor(tools: readonly Tool[]): ToolSource {
  return { list: async ({ memory }) => (memory === "none" ? [] : [...tools]) };
}

async function standingSections({ recall }: LongTermMemory, scope: MemoryScope): Promise<string[]> {
  const { lines } = await recall.standing(scope);
  return lines.length > 0 ? [`What you always know:\n${lines.map((line) => `- ${line}`).join("\n")}`] : [];
}
