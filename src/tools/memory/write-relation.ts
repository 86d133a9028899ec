/** Relations that an agent writes or ends, with their source. */
import { z } from "zod";
import type { ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { relationLine } from "../../memory/write/relations.ts";
import { toldWith, toolError } from "../define-tool.ts";
import { provenanceOf, WAITS, writeScope } from "./scope.ts";

const name = z.string().trim().min(1).max(120);

export const RelationInput = z
  .object({
    from: name.describe("By name."),
    relation: name.describe('The words between the two, such as "is the sister of" or "works at".'),
    to: name.describe("By name."),
    ended: z.boolean().optional().describe("True when it no longer holds."),
  })
  .describe("How two people or things are connected. It is kept instead of a note.");

const ELSEWHERE =
  "Not stored: relations are kept in the memory that all agents of the person share, and this would be kept apart. Write it as a note.";

const ENDED =
  "Not stored: this may come from outside, and the person has ended this very relation. Ask them whether it holds again.";

export async function writeRelation(
  memory: LongTermMemory,
  {
    relation: { ended, ...words },
    private: isPrivate,
  }: { relation: z.output<typeof RelationInput>; private?: boolean | undefined },
  context: ToolContext,
): Promise<ToolOutcome> {
  if (writeScope(context, isPrivate) !== "person") return toolError(ELSEWHERE);
  const provenance = provenanceOf(context, [words.from, words.relation, words.to]);
  const entry = { ...words, ...provenance, owner: context.owner };
  if (ended === true) return end(memory, entry);
  const outcome = await memory.relations.write(entry);
  if (outcome.status === "refused") return toolError(`Not stored: ${outcome.problem}.`);
  const { id, trust, ended_at } = outcome.relation;
  if (ended_at !== undefined) return toolError(ENDED);
  const told = outcome.status === "known" ? "Already known" : "Relation kept";
  const text = `${told}: ${relationLine(outcome.relation)} (${id}).`;
  return toldWith(trust, trust === "trusted" ? text : `${text}\n${WAITS}`);
}

async function end(
  memory: LongTermMemory,
  entry: Parameters<LongTermMemory["relations"]["end"]>[0],
): Promise<ToolOutcome> {
  const line = relationLine(entry);
  const known = await memory.relations.end(entry);
  if (known === undefined)
    return toolError(`There is no relation "${line}" that holds. Find its words with deep_memory.`);
  const { id, trust, ended_at } = known;
  return ended_at === undefined
    ? toolError(
        `Not ended: this may come from outside, and the person has confirmed "${line}" (${id}). Ask them.`,
      )
    : toldWith(trust, `Ended, and kept as history: ${line} (${id}).`);
}
