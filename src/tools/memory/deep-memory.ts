/**
 * The `deep_memory` tool: searches for a question from several angles, with connected items, in the style that is asked
 * for.
 */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { SearchHit } from "../../memory/search/hit.ts";
import { relationLine } from "../../memory/write/relations.ts";
import { defineTool, trustedResult } from "../define-tool.ts";
import { readTexts } from "./read-texts.ts";
import { readScopes, searching } from "./scope.ts";

const Input = z.object({
  query: z.string().min(1).max(4_000),
  style: z
    .enum(["structured", "narrative", "factual"])
    .default("structured")
    .describe("As found, as a short account, or as plain facts."),
});

export function deepMemoryTool({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "deep_memory",
    description:
      "Search long-term memory thoroughly, from several angles at once, for questions that a single search does not answer. Slower than memory_search.",
    schema: Input,
    effect: "read",
    reach: "inside",
    shows: (_input, memory) => searching(memory),
    timeout_ms: 90_000,
    async run({ query, style }, context) {
      const result = await memory.deep({
        owner: context.owner,
        scopes: readScopes(context),
        conversation_id: context.conversation_id,
        query,
        style,
        signal: context.signal,
        progress: (data) => context.progress(data),
      });
      const { hits, related, relations } = result;
      if (hits.length === 0 && relations.length === 0)
        return trustedResult("Nothing in memory is about that.");
      const parts = [
        result.text,
        listed(
          "Relations",
          relations.map((each) => `${relationLine(each)} (${each.id})`),
        ),
        listed(
          "Connected with",
          related.map(({ label }) => label),
        ),
        listed("Read", hits.map(shortly)),
      ];
      return {
        ok: true,
        content: parts.filter((part) => part !== "").join("\n\n"),
        trust: result.trust,
        sources: await readTexts(
          memory,
          context.owner,
          hits.map(({ passage }) => passage),
        ),
      };
    },
  });
}

/** Words by which the model knows which item it is. */
function shortly({ passage }: SearchHit, index: number): string {
  return `${index + 1}. ${oneLine(passage.text, 100)}`;
}

function listed(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : `${title}: ${items.join("; ")}`;
}
