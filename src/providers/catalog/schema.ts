/** What a catalog file may say: a provider, and the models it is known to have. */
import { z } from "zod";

const MONTH_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** US dollars per million tokens. */
const price = z.number().nonnegative();

export const PriceTier = z.strictObject({
  /** First day it holds, in UTC; from the beginning when absent. */
  from: z.string().regex(MONTH_DAY, "must be a date such as 2026-10-07").optional(),
  /** Prompts of at most this many tokens; any length when absent. */
  up_to_tokens: z.int().positive().optional(),
  input: price,
  output: price,
  /** What the provider bills for cached tokens; the input price when absent. */
  cache_read: price.optional(),
  cache_write_5m: price.optional(),
  cache_write_1h: price.optional(),
});
export type PriceTier = z.output<typeof PriceTier>;

const Capabilities = z.strictObject({
  tool: z.boolean().optional(),
  image: z.boolean().optional(),
  audio: z.boolean().optional(),
  file: z.boolean().optional(),
  json: z.boolean().optional(),
  reasoning: z.boolean().optional(),
});
export type Capabilities = z.output<typeof Capabilities>;

/**
 * How a model is told to think, and told not to: `adaptive` by itself, until it is switched off;
 * `between_tools` the same, but then it still thinks between tool calls; `always`, at best little; `budget`
 * within so many tokens, when it is asked to; `effort` as hard as it is asked to; `none` not at all.
 */
const Thinking = z.enum(["adaptive", "between_tools", "always", "budget", "effort", "none"]);

const Model = z.strictObject({
  /** As the provider spells it. */
  id: z.string().min(1),
  label: z.string().optional(),
  context_window: z.int().positive().optional(),
  max_output_tokens: z.int().positive().optional(),
  capabilities: Capabilities.optional(),
  thinking: Thinking.optional(),
  /** Whether it takes a temperature. */
  temperature: z.boolean().optional(),
  prices: z.array(PriceTier).optional(),
});

const Provider = z.strictObject({
  /** The part before the slash of `provider/model`. */
  name: z.string().regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and dashes"),
  label: z.string().min(1),
  protocol: z.enum(["anthropic", "openai", "workers-ai", "offline"]),
  /** The setting that holds the key, or several, separated by commas. */
  key_variable: z.string().optional(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  base_url_variable: z.string().optional(),
  /** Where the model list with metadata is, as OpenRouter serves it. */
  metadata_path: z.string().optional(),
  /** Its server may be an Ollama, which says of each model what it takes. */
  shows_models: z.boolean().default(false),
  default_model: z.string().optional(),
  fast_model: z.string().optional(),
  /** What its dialect of the openai protocol takes. */
  max_tokens_field: z.enum(["max_tokens", "max_completion_tokens"]).default("max_tokens"),
  prompt_cache_key: z.boolean().default(false),
  /** At its own address it has the Responses API, which its models need to think and call tools at once. */
  responses_api: z.boolean().default(false),
  /** Beginnings of the models' ids that take cache breakpoints in their messages. */
  cache_breakpoints: z.array(z.string()).default([]),
  reasoning_effort: z.enum(["reasoning_effort", "reasoning", "none"]).default("none"),
  /** Holds for its models that say nothing else. */
  defaults: Model.omit({ id: true, label: true }).optional(),
});

export const CatalogFile = z.strictObject({ provider: Provider, model: z.array(Model).default([]) });

export type ProviderEntry = z.output<typeof Provider>;

export interface ModelEntry {
  /** `provider/model`. */
  id: string;
  /** As the provider spells it. */
  wire_id: string;
  label: string;
  /** Whether a catalog file names it. */
  known: boolean;
  context_window: number;
  max_output_tokens: number;
  capabilities: Capabilities;
  thinking: z.output<typeof Thinking> | undefined;
  temperature: boolean;
  /** Empty: unknown. */
  prices: PriceTier[];
}

export type CatalogModel = z.output<typeof Model>;
