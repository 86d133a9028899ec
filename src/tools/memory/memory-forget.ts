/** The `memory_forget` tool: forgets one item, or everything about somebody. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { defineTool, toolError, trustedResult } from "../define-tool.ts";
import { foundOf } from "./memory-get.ts";
import { readScopes } from "./scope.ts";

const STAYS = "The messages that it came from are still found; `sources: true` forgets them too.";

const Input = z.object({
  id: z.string().max(400).optional().describe("One item: mem_, fct_, eps_, cmt_, rel_ or msg_."),
  about: z
    .string()
    .max(120)
    .optional()
    .describe(
      "Everything that names this person or thing, under all its names. Only when the person asked for exactly that.",
    ),
  sources: z
    .boolean()
    .default(false)
    .describe("With `id`: also forget where it was said, and messages and notes that say the same."),
});

export function memoryForget({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "memory_forget",
    description:
      "Forget something of long-term memory: one item by its id, or everything about a person or thing. For 30 days the person alone can bring it back. Conversations and files themselves remain.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    sinks: ({ id, about }) => [
      { path: "", kind: "act", value: "forget" },
      id === undefined
        ? { path: "about", kind: "selector", value: about ?? "" }
        : { path: "id", kind: "selector", value: id },
    ],
    irreversible: ({ id, about }) => `forget ${id ?? `everything about ${about}`}`,
    async run({ id, about, sources }, context) {
      if ((id === undefined) === (about === undefined)) {
        return toolError("Give either `id` or `about`. Find ids with memory_search.");
      }
      if (id !== undefined) {
        const view = { owner: context.owner, scopes: readScopes(context), now: context.now, around: 0 };
        const isSeen = (await foundOf(memory, view, id)) !== undefined;
        const gone =
          isSeen && (await memory.forgetItem(context.owner, id, { isFinal: false, withSources: sources }));
        return gone
          ? trustedResult(sources ? `Forgotten: ${id}, and where it was said.` : `Forgotten: ${id}. ${STAYS}`)
          : toolError(`There is nothing with the id ${id}. Find ids with memory_search.`);
      }
      const reader = { owner: context.owner, scopes: readScopes(context) };
      const gone = await memory.forgetAbout(reader, about ?? "", { dryRun: false });
      return trustedResult(
        `Forgotten about ${about}: ${gone.memories} notes, ${gone.facts} facts, ${gone.episodes} episodes, ${gone.commitments} commitments, ${gone.relations} relations; ${gone.passages} messages and file pieces are no longer found.`,
      );
    },
  });
}
