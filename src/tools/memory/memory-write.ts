/** The `memory_write` tool: stores a note, a fact, a relation, a state or an alias, with its source. */
import { z } from "zod";
import type { Tool, ToolContext, ToolOutcome } from "../../agent/ports/tool.ts";
import { definedOf } from "../../domain/defined.ts";
import { type Trust, weakest } from "../../domain/trust.ts";
import type { LongTermMemory } from "../../memory/create-memory.ts";
import { parseDate } from "../../memory/text/dates.ts";
import { type FactOutcome, factLine } from "../../memory/write/facts.ts";
import type { RememberResult } from "../../memory/write/remember.ts";
import { defineTool, toldWith, toolError, trustedResult } from "../define-tool.ts";
import { trustOfPieces } from "./attribution.ts";
import { provenanceOf, WAITS, writeScope } from "./scope.ts";
import { RelationInput, writeRelation } from "./write-relation.ts";

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
  relation: RelationInput.optional(),
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
      if (input.alias !== undefined) {
        if (input.about === undefined)
          return toolError("Not stored: an alias needs `about`, the main name of whom it means.");
        const { alias, about: entity } = input;
        const trust = trustOfPieces(context, [alias, entity]);
        await memory.names.add(context.owner, { alias, entity, trust });
      }
      const { relation } = input;
      if (relation !== undefined) return writeRelation(memory, { ...input, relation }, context);
      if (input.state !== undefined) return writeState(memory, { ...input, state: input.state }, context);
      return input.fact === undefined
        ? writeNote(memory, input, context)
        : writeFact(memory, { ...input, fact: input.fact }, context);
    },
  });
}

/** Adds to an untrusted item's answer that it waits for the person's consent. */
function kept(trust: Trust, text: string): ToolOutcome {
  return toldWith(trust, trust === "trusted" ? text : `${text}\n${WAITS}`);
}

async function writeState(
  memory: LongTermMemory,
  input: WriteInput & { state: string },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { state: key, content } = input;
  const trust = trustOfPieces(context, [key, content]);
  const { conversation_id } = context;
  const scope = writeScope(context, input.private);
  await memory.states.set(context.owner, {
    scope,
    key,
    value: content.slice(0, 2_000),
    trust,
    conversation_id,
  });
  return kept(trust, `Kept under ${key}: ${content}`);
}

async function writeFact(
  memory: LongTermMemory,
  { fact, ...input }: WriteInput & { fact: z.output<typeof Fact> },
  context: ToolContext,
): Promise<ToolOutcome> {
  const { since, ...rest } = fact;
  const from = since === undefined ? undefined : parseDate(since);
  if (since !== undefined && from === undefined) {
    return toolError(`Not stored: "${since}" is not a date. Write it as 2026-03-31, or leave it out.`);
  }
  const provenance = provenanceOf(context, [fact.entity, fact.attribute, fact.value]);
  const outcome = await memory.writeFact({
    ...definedOf(rest),
    owner: context.owner,
    scope: writeScope(context, input.private),
    ...provenance,
    sticky: input.sticky ?? false,
    ...(from === undefined ? {} : { valid_from: from }),
  });
  switch (outcome.status) {
    case "stored":
      return storedFact(outcome);
    case "known":
      return trustedResult(`That is already known (${outcome.fact.id}).`);
    case "refused":
      return toolError(`Not stored: ${outcome.problem}.`);
  }
}

function storedFact({ fact, superseded, disputed }: Extract<FactOutcome, { status: "stored" }>): ToolOutcome {
  const before = superseded.map((each) => each.value).join(", ");
  const replaced = before === "" ? "" : ` Before: ${before}.`;
  const known = disputed.map((each) => each.value).join(", ");
  const against = known === "" ? "" : ` It contradicts what is known: ${known}.`;
  const trust = weakest([fact.trust, ...superseded.map((each) => each.trust)]);
  const text = `Fact kept: ${factLine(fact)} (${fact.id}).${replaced}${against}`;
  return fact.trust === "trusted" ? toldWith(trust, text) : kept(trust, text);
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
    ...provenanceOf(context, [content, about, ...(tags ?? [])]),
    content,
    ...definedOf({ tags, about, tier, sticky }),
  });
  return outcome.status === "refused" ? toolError(`Not stored: ${outcome.problem}.`) : keptNote(outcome);
}

/** Tells what holds now, and what it holds in place of. */
function keptNote(outcome: Exclude<RememberResult, { status: "refused" }>): ToolOutcome {
  const { content, id, trust } = outcome.memory;
  if (outcome.status === "merged") return kept(trust, `Already known, and it holds: ${content} (${id})`);
  const { superseded } = outcome;
  const before = superseded.map((each) => `"${each.content}" (${day(each.observed_at)})`).join(", ");
  const replaced = before === "" ? "" : ` This replaces ${before}, which is kept as history.`;
  const text = `Remembered: ${content} (${id}).${replaced}`;
  const weaker = weakest([trust, ...superseded.map((each) => each.trust)]);
  return trust === "trusted" ? toldWith(weaker, text) : kept(trust, text);
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
