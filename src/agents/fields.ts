/** Validation of an agent's settings, for request bodies, front matter of files and stored rows. */

import { z } from "zod";
import type { Agent, AgentLimits } from "../domain/agent.ts";
import { AGENT_FIELDS, TOOL_RULES } from "../domain/fields/agent.ts";
import { MODEL, SLUG, TIER, WORKSPACE_FILE } from "../domain/fields/codes.ts";
import { mergedSettings } from "../domain/fields/values.ts";
import { CHANNEL_NAMES } from "../domain/inbound.ts";
import { changesIn, type FieldChange } from "../domain/text/changes.ts";
import { codeSchema, schemaOf } from "../platform/settings/schema.ts";

/** All settings of an agent. */
export type AgentFields = Omit<Agent, "slug" | "version">;

export function slugSchema() {
  return codeSchema(SLUG);
}

let made: ReturnType<typeof make> | undefined;

/** Lazy: a Worker starts without it. */
export function agentSchema() {
  made ??= make();
  return made;
}

/** Output of `agentSchema`: a limit that is null is not set, and the audience may be absent. */
export type GivenFields = z.output<ReturnType<typeof make>>;

function make() {
  const files = z.array(codeSchema(WORKSPACE_FILE)).max(20);
  const chain = z.array(codeSchema(MODEL)).min(1).max(20);
  return schemaOf(AGENT_FIELDS, {
    models_by_source: z.partialRecord(z.enum(CHANNEL_NAMES), chain).default({}),
    tools: z.record(z.string().min(1).max(200), z.enum(TOOL_RULES)).default({}),
    context_tiers: z
      .record(codeSchema(TIER).refine(isFurtherTier, "full and operational are set under context"), files)
      .refine((tiers) => Object.keys(tiers).length <= MOST_TIERS, `at most ${MOST_TIERS} tiers`)
      .default({}),
    audience: audienceSchema().optional(),
  });
}

const MOST_TIERS = 20;

function isFurtherTier(name: string): boolean {
  return name !== "full" && name !== "operational";
}

export function audienceSchema() {
  return z.union([z.enum(["people", "everyone"]), z.array(z.string().min(1).max(100)).max(200)], {
    error: "an audience is people, everyone, or a list of ids of persons",
  });
}

/**
 * Applies defaults. Without a given audience, a personal agent is for its owner only, and a shared one for
 * every member.
 */
export function completeFields({ limits: given, audience: named, ...fields }: GivenFields): AgentFields {
  const set = Object.entries(given).filter(([, value]) => value != null);
  const limits = Object.fromEntries(set) as unknown as AgentLimits;
  return { ...fields, audience: named ?? (fields.owner === null ? "people" : []), limits };
}

/** Throws when the text is no agent. Unlike a request, a stored row may hold unknown fields. */
export function storedFields(text: string): AgentFields {
  return completeFields(z.object(agentSchema().shape).parse(JSON.parse(text)));
}

export function fieldsOf({ slug: _slug, version: _version, ...fields }: Agent): AgentFields {
  return fields;
}

/** Applies a partial change; limits and context files are merged field by field. */
export function changeFields(fields: AgentFields, change: Partial<GivenFields>): AgentFields {
  return completeFields(mergedSettings(AGENT_FIELDS, fields, change) as GivenFields);
}

/** Differences between two versions of an agent, one entry per setting. */
export function changesBetween(before: AgentFields, after: AgentFields): FieldChange[] {
  return changesIn(AGENT_FIELDS, before, after);
}
