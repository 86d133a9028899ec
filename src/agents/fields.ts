/** Validation of an agent's settings, for request bodies, front matter of files and stored rows. */

import { z } from "zod";
import { AGENT_DEFAULTS, type Agent, type AgentLimits, DEFAULT_LIMITS } from "../domain/agent.ts";
import type { Channel } from "../domain/inbound.ts";
import { oneName } from "../domain/text/one-name.ts";

/** All settings of an agent. */
export type AgentFields = Omit<Agent, "slug" | "version">;

/** Channels that messages come from. */
const SOURCES = {
  web: true,
  http: true,
  cli: true,
  telegram: true,
  discord: true,
  slack: true,
  whatsapp: true,
  system: true,
  conversation: true,
} satisfies Record<Channel, true>;

export function slugSchema() {
  return z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "a slug has lower-case letters, digits and dashes only");
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
  const chain = z.array(modelSchema()).max(20);
  return z.strictObject({
    name: z.string().trim().max(100).overwrite(oneName).min(1),
    role: z.string().trim().max(500).default(""),
    instructions: z.string().trim().max(100_000),
    models: chain.default([]),
    models_by_source: z
      .partialRecord(z.enum(Object.keys(SOURCES) as [Channel, ...Channel[]]), chain.min(1))
      .default({}),
    fast_model: modelSchema().nullable().default(null),
    temperature: z.number().min(0).max(2).nullable().default(null),
    tools: z.record(z.string().min(1).max(200), z.enum(["allow", "ask", "deny"])).default({}),
    skills: z.array(z.string().max(200)).max(100).default([]),
    memory: z.enum(["owner", "own", "conversation", "none"]).default(AGENT_DEFAULTS.memory),
    recall_style: z.enum(["structured", "narrative", "factual"]).default(AGENT_DEFAULTS.recall_style),
    voice: z
      .string()
      .regex(/^[\w-]{1,64}$/, "a voice is the provider's name or id of it")
      .nullable()
      .default(null),
    limits: limits(),
    context: contextFiles(),
    keywords: z.array(z.string().trim().toLowerCase().min(2).max(60)).max(100).default([]),
    owner: z.string().min(1).max(100).nullable().default(null),
    audience: audience().optional(),
    conductor: z.boolean().default(false),
    picture: z
      .string()
      .regex(/^fil_[0-9a-z]{6,64}$/, "a picture is the id of an uploaded image")
      .nullable()
      .default(null),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, "a colour is written #rrggbb, in lower case")
      .nullable()
      .default(null),
  });
}

export function modelSchema() {
  return z
    .string()
    .max(200)
    .regex(/^[a-z0-9-]+\/.+$/, "a model is written provider/model");
}

function limits() {
  const count = (least: number, most: number) => z.number().int().min(least).max(most).nullish();
  const dollars = () => z.number().min(0).max(1_000_000).nullish();
  return z
    .strictObject({
      max_steps: z.number().int().min(1).max(200).default(DEFAULT_LIMITS.max_steps),
      max_output_tokens: z.number().int().min(64).max(200_000).default(DEFAULT_LIMITS.max_output_tokens),
      at_token_limit: z.enum(["continue", "finish", "halt"]).nullish(),
      compact_at_tokens: count(1_000, 10_000_000),
      steering: z.enum(["next_turn", "next_step"]).nullish(),
      max_input_chars: count(1, 1_000_000),
      messages_per_day: count(1, 1_000_000),
      spend_per_day_usd: dollars(),
      spend_per_month_usd: dollars(),
    })
    .prefault({});
}

function contextFiles() {
  const name = z
    .string()
    .min(1)
    .max(200)
    .refine((path) => !/^\/|(^|\/)\.\.?(\/|$)|\\/.test(path), "a file is named by its path in the workspace");
  const { full, operational } = AGENT_DEFAULTS.context;
  const names = (usual: readonly string[]) =>
    z
      .array(name)
      .max(20)
      .default(() => [...usual]);
  return z.strictObject({ full: names(full), operational: names(operational) }).prefault({});
}

function audience() {
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
  const limits = { ...fields.limits, ...change.limits };
  const context = { ...fields.context, ...change.context };
  return completeFields({ ...fields, ...change, limits, context } as GivenFields);
}
