/** Long-term memory: its routes, its tools, what an agent always knows, and what is learnt in the background. */
import { memoryRoutes } from "../http/routes/memory/memory.ts";
import { createMemoryJobs, hourlyJobs } from "../jobs/memory-jobs.ts";
import type { LongTermMemory } from "../memory/create-memory.ts";
import { definePart } from "../part.ts";
import { createMemoryTools } from "../tools/memory/memory-tools.ts";

export const memoryPart = definePart({
  name: "memory",
  routes: memoryRoutes,
  open: ({ memory, jobs }) => ({
    tools: createMemoryTools({ memory }),
    sections: (agent, owner, room) =>
      standingSections(memory, { owner, agent: agent.slug, ...(room !== null && { room }) }),
    jobs: createMemoryJobs({ memory, enqueue: (job) => jobs.enqueue(job) }),
    regular: (time) => hourlyJobs(time, memory),
  }),
});

async function standingSections(
  { recall }: LongTermMemory,
  scope: { owner: string; agent: string; room?: string },
): Promise<string[]> {
  const { lines } = await recall.standing(scope);
  return lines.length > 0 ? [`What you always know:\n${lines.map((line) => `- ${line}`).join("\n")}`] : [];
}
