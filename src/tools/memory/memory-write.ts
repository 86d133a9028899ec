/** `memory_write`: a note, a fact, a state or another name, with where it came from. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { definedOf } from "../../domain/defined.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { parseDate } from "../../memory/text/dates.ts";
import { defineTool, refused, said } from "../define-tool.ts";
import { provenanceOf, writeScope } from "./scope.ts";

const Fact = z
  .object({
    entity: z.string().min(1).max(120).describe("Whom or what, by name."),
    attribute: z.string().min(1).max(120).describe('For example "job" or "favourite colour".'),
    value: z.string().min(1).max(500),
    since: z.string().max(40).optional().describe("Since when it is true, as a date. Default: now."),
    many: z.boolean().optional().describe("True when it may have several values at once, such as pets."),
    confidence: z.number().min(0).max(1).optional(),
  })
  .describe("A fact that can change: a new value ends the old one, which stays as history.");

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
  fact: Fact.optional(),
  state: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe("A key: content then is the value kept under it, in place of the earlier one."),
  alias: z
    .string()
    .min(1)
    .max(120)
    .optional()
    .describe('Another name of whom `about` names: "Bob" for "Robert Smith".'),
  private: z.boolean().optional().describe("For you alone, not for the person's other agents."),
});

type WriteInput = z.output<typeof Input>;

export function memoryWrite({ memory }: { memory: LongTermMemory }): Tool {
  return defineTool({
    name: "memory_write",
    description:
      "Remember something for later conversations: a preference, a fact about a person, a decision. Not for what is only of this chat. Writing the same thing again refreshes it.",
    schema: Input,
    effect: "idempotent",
    reach: "inside",
    async run(input, context) {
      if (input.alias !== undefined && input.about === undefined) {
        return refused("Not stored: an alias needs `about`, the main name of whom it means.");
      }
      if (input.alias !== undefined && input.about !== undefined) {
        const alias = { alias: input.alias, entity: input.about };
        await memory.names.add(context.owner, alias);
      }
      if (input.state !== undefined) return writeState(memory, { ...input, state: input.state }, context);
      return input.fact === undefined
        ? writeNote(memory, input, context)
        : writeFact(memory, { ...input, fact: input.fact }, context);
    },
  });
}

async function writeState(
  memory: LongTermMemory,
  input: WriteInput & { state: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const scope = writeScope(context, input.private);
  await memory.states.set(context.owner, { scope, key: input.state, value: input.content.slice(0, 2_000) });
  return said(`Kept under ${input.state}: ${input.content}`);
}

async function writeFact(
  memory: LongTermMemory,
  { fact, ...input }: WriteInput & { fact: z.output<typeof Fact> },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { since, ...rest } = fact;
  const from = since === undefined ? undefined : parseDate(since);
  if (since !== undefined && from === undefined) {
    return refused(`Not stored: "${since}" is not a date. Write it as 2026-03-31, or leave it out.`);
  }
  const outcome = await memory.writeFact({
    ...definedOf(rest),
    owner: context.owner,
    scope: writeScope(context, input.private),
    ...provenanceOf(context),
    sticky: input.sticky ?? false,
    ...(from === undefined ? {} : { valid_from: from }),
  });
  switch (outcome.status) {
    case "stored": {
      const before = outcome.superseded.map((each) => each.value).join(", ");
      const replaced = before === "" ? "" : ` Before: ${before}.`;
      return said(
        `Fact kept: ${fact.entity}, ${fact.attribute}: ${fact.value} (${outcome.fact.id}).${replaced}`,
      );
    }
    case "known":
      return said(`That was known already (${outcome.fact.id}).`);
    case "refused":
      return refused(`Not stored: ${outcome.problem}.`);
  }
}

async function writeNote(
  memory: LongTermMemory,
  input: WriteInput,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { content, tags, about, tier, sticky } = input;
  const outcome = await memory.remember({
    owner: context.owner,
    scope: writeScope(context, input.private),
    ...provenanceOf(context),
    content,
    ...definedOf({ tags, about, tier, sticky }),
  });
  switch (outcome.status) {
    case "stored":
      return said(`Remembered: ${outcome.memory.content} (${outcome.memory.id})`);
    case "merged":
      return said(`Remembered with what was known: ${outcome.memory.content} (${outcome.memory.id})`);
    case "refused":
      return refused(`Not stored: ${outcome.problem}.`);
  }
}
