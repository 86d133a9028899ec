/**
 * The `store_memory` and `recall_memory` tools: notes with tags, found by keywords and scored by priority, tags, words
 * and recency.
 */
import { z } from "zod";
import type { Tool, ToolOutcome } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import type { Memory } from "../../memory/ports/model.ts";
import { hasFaded, relevance } from "../../memory/write/decay.ts";
import { MEMORY_SOURCE } from "../../memory/write/remember.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../define-tool.ts";
import { noteText } from "./read-texts.ts";
import { provenanceOf, readScopes, searching, WAITS, writeScope } from "./scope.ts";

const Store = z.object({
  content: z.string().min(1).max(10_000),
  tags: z.array(z.string().max(60)).max(20).default([]),
  tier: z.enum(["short_term", "long_term"]).default("long_term"),
});

export function storeMemory({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "store_memory",
    description: "Store one memory about the person with tags by which it will be found.",
    schema: Store,
    effect: "idempotent",
    reach: "inside",
    async run(input, context) {
      const outcome = await memory.remember({
        ...input,
        owner: context.owner,
        scope: writeScope(context, false),
        ...provenanceOf(context, [input.content, ...input.tags]),
      });
      return outcome.status === "refused"
        ? toolError(`Not stored: ${outcome.problem}.`)
        : stored(outcome.memory);
    },
  });
}

function stored({ id, tier, content, trust }: Memory): ToolOutcome {
  const text = `Stored ${id} (${tier}): ${content}`;
  return toldWith(trust, trust === "trusted" ? text : `${text}\n${WAITS}`);
}

const Recall = z.object({
  keywords: z.array(z.string().min(1).max(60)).min(1).max(12),
  tags: z.array(z.string().max(60)).max(12).optional().describe("Only memories that have one of these tags."),
  tier: z.enum(["short_term", "long_term"]).optional(),
  limit: z.number().int().min(1).max(50).default(10),
});

const CANDIDATES = 80;

export function recallMemory({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "recall_memory",
    description:
      "Recall stored memories by keywords and tags, the most important first. For questions about what was said, use memory_search.",
    schema: Recall,
    effect: "read",
    reach: "inside",
    shows: (_input, memory) => searching(memory),
    async run({ keywords, tags, tier, limit }, context) {
      const words = [
        ...new Set([...keywords, ...(tags ?? [])].flatMap((each) => each.toLowerCase().split(/\s+/))),
      ];
      const hits = await memory.passages.search({
        owner: context.owner,
        scopes: readScopes(context),
        source: MEMORY_SOURCE,
        words: words.map((word) => ({ word, weight: 1 })),
        limit: CANDIDATES,
      });
      const found = await memory.memories.get(
        context.owner,
        hits.map((hit) => hit.key),
      );
      const wanted = tags?.map((tag) => tag.toLowerCase());
      const chosen = found
        .filter((each) => !hasFaded(each, context.now) && (tier === undefined || each.tier === tier))
        .filter((each) => wanted === undefined || wanted.some((tag) => each.tags.includes(tag)))
        .map((each) => ({ each, score: relevance(each, words, context.now) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ each }) => each);
      await memory.memories.touch(
        context.owner,
        chosen.map((each) => each.id),
        context.now,
      );
      if (chosen.length === 0) return trustedResult("No memories match.");
      return {
        ok: true,
        content: chosen.map((each, index) => memoryLine(each, index + 1)).join("\n"),
        trust: weakest(chosen.map((each) => each.trust)),
        sources: chosen.map(noteText),
      };
    },
  });
}

function memoryLine(memory: Memory, rank: number): string {
  const tags = memory.tags.length === 0 ? "" : ` (tags: ${memory.tags.join(", ")})`;
  return `${rank}. [${memory.tier}] ${memory.content}${tags} [${memory.id}]`;
}
