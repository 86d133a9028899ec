/** The `memory_search` tool: searches all that was said, read or noted, by meaning and by words. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { weakest } from "../../domain/trust.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { withoutRecitations } from "../../memory/read/recitation.ts";
import { sourceOf } from "../../memory/read/source-of.ts";
import type { SearchHit } from "../../memory/search/hit.ts";
import { doubtOf } from "../../memory/search/lacking.ts";
import { timelineFor } from "../../memory/time/asked-time.ts";
import type { Clock } from "../../memory/time/range.ts";
import { defineTool, trustedResult } from "../define-tool.ts";
import { readTexts } from "./read-texts.ts";
import { readScopes, searching } from "./scope.ts";

const Input = z.object({
  query: z.string().min(1).max(10_000).describe("A question or words, as a person would ask."),
  limit: z.number().int().min(1).max(50).default(8),
  kind: z
    .enum(["turn", "file", "memory", "fact", "episode"])
    .optional()
    .describe("Only what was said, read in files, noted, known as a fact, or a summary of a session."),
});

export function memorySearch({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "memory_search",
    description:
      "Search long-term memory: past conversations, indexed files, notes and facts about the person. Use it before saying that you do not know something that may have been said before. Results name their source and date. Ask as the person did where a time matters (when, first, before or after, how many days, last week): then results come in order of time, with the days between them.",
    schema: Input,
    effect: "read",
    reach: "inside",
    shows: (_input, memory) => searching(memory),
    async run(input, context) {
      const clock = { now: context.now, ...(context.time_zone !== null && { time_zone: context.time_zone }) };
      const found = await memory.search({
        owner: context.owner,
        scopes: readScopes(context),
        query: input.query,
        // Twice the limit, since some results repeat others.
        limit: input.limit * 2,
        signal: context.signal,
        ...clock,
        ...(input.kind === undefined ? {} : { kinds: [input.kind] }),
      });
      const hits = await datedHits(withoutRecitations(found).slice(0, input.limit), input.query, clock);
      if (hits.length === 0) return trustedResult("Nothing in memory matches.");
      const passages = hits.map(({ hit }) => hit.passage);
      return {
        ok: true,
        content: [...hits.map(({ hit, day }, index) => line(hit, index + 1, day)), ...doubtOf(found)].join(
          "\n",
        ),
        trust: weakest(passages.map((passage) => passage.trust)),
        sources: await readTexts(memory, context.owner, passages),
      };
    },
  });
}

/** In order of time for a question of time, with the days between; else best first. */
async function datedHits(
  hits: readonly SearchHit[],
  query: string,
  clock: Clock,
): Promise<{ hit: SearchHit; day: string }[]> {
  const timeline = await timelineFor(query, hits, clock);
  if (timeline === undefined) return hits.map((hit) => ({ hit, day: dayOf(hit) }));
  return timeline.map(({ item, when }) => ({ hit: item, day: when === "" ? "" : `${when}. ` }));
}

function dayOf({ passage: { said_at } }: SearchHit): string {
  return said_at === undefined ? "" : `${new Date(said_at).toISOString().slice(0, 10)} `;
}

function line({ passage }: SearchHit, rank: number, day: string): string {
  const who = passage.speaker === "" ? "" : `${passage.speaker}: `;
  // Unindented lines would look like further results.
  const text = passage.text.replace(/\r?\n/g, "\n   ");
  return `${rank}. ${day}${who}${text} [${sourceOf(passage)}]`;
}
