/** `memory_write`: a note for later, with where it came from. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { defineTool, refused, said } from "../define-tool.ts";

const Input = z.object({
  content: z
    .string()
    .min(1)
    .max(10_000)
    .describe("One thing worth knowing later, as a full sentence that stands by itself: who, what, when."),
  tags: z.array(z.string().max(60)).max(20).optional(),
  about: z.string().max(120).optional().describe("Whom or what it is about, by name."),
  tier: z
    .enum(["short_term", "long_term"])
    .optional()
    .describe("short_term fades within weeks unless it is used; long_term is the default."),
  sticky: z
    .boolean()
    .optional()
    .describe("Keep it before your eyes in every conversation. For the few things that always matter."),
});

export function memoryWrite({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "memory_write",
    description:
      "Remember something for later conversations: a preference, a fact about a person, a decision. Not for what is only of this chat. Writing the same thing again refreshes it.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    async run(input, context) {
      const outcome = await memory.remember({
        owner: context.owner,
        scope: "person",
        origin: "tool",
        conversation_id: context.conversation_id,
        content: input.content,
        ...(input.tags === undefined ? {} : { tags: input.tags }),
        ...(input.about === undefined ? {} : { about: input.about }),
        ...(input.tier === undefined ? {} : { tier: input.tier }),
        ...(input.sticky === undefined ? {} : { sticky: input.sticky }),
      });
      return outcome.status === "stored"
        ? said(`Remembered: ${outcome.memory.content} (${outcome.memory.id})`)
        : refused(`Not stored: ${outcome.problem}.`);
    },
  });
}
