/** Projects and memories of Claude's export, which stand in files of their own beside the conversations. */
import { z } from "zod";
import type { Finding } from "../item.ts";
import { paragraphsOf } from "./paragraphs.ts";

const text = () => z.string().catch("");
const Project = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  description: text().optional(),
  prompt_template: z.string(),
});
const Memories = z.looseObject({
  conversations_memory: z.string(),
  project_memories: z.record(z.string(), z.string()).catch({}).default({}),
});

/**
 * A project becomes an agent with the project's instructions. The export does not tell which conversations belong to it.
 * Undefined: the JSON is something else.
 */
export function readClaudeExtras(json: unknown): Finding[] | undefined {
  const project = Project.safeParse(json).data;
  if (project) return agentOf(project);
  const memories = Memories.safeParse(json).data;
  if (!memories) return undefined;
  return [memories.conversations_memory, ...Object.values(memories.project_memories)].flatMap((all) =>
    paragraphsOf(all).map((each): Finding => {
      return { kind: "memory", format: "claude", value: { text: each, from: "Claude, memories.json" } };
    }),
  );
}

function agentOf({ uuid, name, description = "", prompt_template }: z.output<typeof Project>): Finding[] {
  const prompt = [description, prompt_template].filter((each) => each.trim() !== "").join("\n\n");
  if (prompt_template.trim() === "") return [];
  return [{ kind: "agent", format: "claude", value: { source: `claude:${uuid}`, name, prompt } }];
}
