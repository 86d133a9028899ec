/**
 * The fields that a conductor may set for an agent, and how they are applied: never more rights than before.
 */
import { z } from "zod";
import { type AgentFields, agentSchema, changeFields, completeFields, slugSchema } from "../agents/fields.ts";
import type { Agent, ToolRule } from "../domain/agent.ts";
import { definedOf } from "../domain/defined.ts";
import { AGENT_FIELDS } from "../domain/fields/agent.ts";
import { strictestOf } from "../tools/rules.ts";

type SaidName = {
  [K in keyof typeof AGENT_FIELDS]: (typeof AGENT_FIELDS)[K] extends { conducted: true } ? K : never;
}[keyof typeof AGENT_FIELDS];

/** Owner, audience and conductor rights are not among them: only a person sets those. */
const SAID = Object.fromEntries(
  Object.entries(AGENT_FIELDS).flatMap(([name, field]) => ("conducted" in field ? [[name, true]] : [])),
) as Record<SaidName, true>;

/** US dollars, for all users of the agent together. */
const spend = () => z.number().min(0).max(1_000_000).optional();

export function newAgentSchema() {
  const said = agentSchema().pick(SAID);
  const client = slugSchema().describe("Slug of the client whose agent it is").optional();
  return said.extend({ slug: slugSchema(), spend_per_month_usd: spend(), client }).strict();
}

export function changeSchema() {
  const said = agentSchema().pick(SAID);
  const fields = Object.entries(said.shape as Record<string, z.ZodType>);
  const optional = Object.fromEntries(fields.map(([name, field]) => [name, bare(field).optional()]));
  const shape = { slug: slugSchema(), ...optional, spend_per_month_usd: spend() };
  return z.strictObject(shape) as unknown as z.ZodType<AgentChange>;
}

export type NewAgentRequest = z.output<ReturnType<typeof newAgentSchema>>;
export type AgentChange = { slug: string } & Partial<Omit<NewAgentRequest, "slug" | "client">>;

/** Removes the default: a field left out of a change keeps its value. */
function bare(field: z.ZodType): z.ZodType {
  return field instanceof z.ZodDefault || field instanceof z.ZodPrefault
    ? bare(field.unwrap() as z.ZodType)
    : field;
}

/** The agent belongs to the conductor's person, and may do no more than its maker. */
export function fieldsOfNew(
  { slug: _, client: __, spend_per_month_usd, ...said }: NewAgentRequest,
  { owner, rules }: { owner: string; rules: Readonly<Record<string, ToolRule>> },
): AgentFields {
  const limits = spend_per_month_usd === undefined ? {} : { spend_per_month_usd };
  const given = agentSchema().parse({ ...said, owner, limits });
  return completeFields({ ...given, tools: withoutAllows(rules, given.tools) });
}

/** Tool rules only become stricter: loosening them is done on the agent's page. */
export function fieldsOfChange(
  before: Agent,
  { slug: _, tools, spend_per_month_usd, ...said }: AgentChange,
  rules: Readonly<Record<string, ToolRule>>,
): AgentFields {
  const stricter = tools && { tools: strictestOf(before.tools, withoutAllows(rules, tools)) };
  const limits =
    spend_per_month_usd === undefined ? before.limits : { ...before.limits, spend_per_month_usd };
  return changeFields(before, { ...definedOf(said), ...stricter, limits });
}

function withoutAllows(rules: Readonly<Record<string, ToolRule>>, given: Record<string, ToolRule>) {
  return { ...strictestOf(rules, given) };
}
