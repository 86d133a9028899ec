/** Schema of a catalog file: a provider and its known models. */
import { z } from "zod";

const MONTH_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** US dollars per million tokens. */
const price = z.number().nonnegative();

export const PriceTier = z.strictObject({
  /** First day on which the price holds, in UTC; from the beginning when absent. */
  from: z.string().regex(MONTH_DAY, "must be a date such as 2026-10-07").optional(),
  /** Holds for prompts of at most this many tokens; of any length when absent. */
  up_to_tokens: z.int().positive().optional(),
  input: price,
  output: price,
  /** Price of cached tokens; the input price when absent. */
  cache_read: price.optional(),
  cache_write_5m: price.optional(),
  cache_write_1h: price.optional(),
  /** Prices of sound and pictures, where they differ from those of text. */
  audio_input: price.optional(),
  audio_cache_read: price.optional(),
  audio_output: price.optional(),
  image_input: price.optional(),
  image_cache_read: price.optional(),
});
export type PriceTier = z.output<typeof PriceTier>;

const Capabilities = z.strictObject({
  tool: z.boolean().optional(),
  image: z.boolean().optional(),
  audio: z.boolean().optional(),
  file: z.boolean().optional(),
  json: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  /** Pictures as a part of its answers. */
  image_output: z.boolean().optional(),
  /** Speech as a part of its answers. */
  audio_output: z.boolean().optional(),
});
export type Capabilities = z.output<typeof Capabilities>;

/**
 * Control of a model's thinking: `adaptive`: it decides by itself, and can be switched off; `between_tools`:
 * likewise, but switched off it still thinks between tool calls; `always`: it can only be reduced; `budget`: up to a
 * number of tokens, when asked; `effort`: at a level, when asked; `none`: it does not think.
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
  /** Whether the model takes a temperature. */
  temperature: z.boolean().optional(),
  /** Whether it is called over a realtime session. */
  realtime: z.boolean().optional(),
  prices: z.array(PriceTier).optional(),
});

/** Abilities that a provider's key opens, beyond chat: pictures made, speech, recordings read, embeddings. */
const Ability = z.enum(["chat", "pictures", "speech", "transcription", "embeddings"]);

const Provider = z.strictObject({
  /** The part before the slash of `provider/model`. */
  name: z.string().regex(/^[a-z0-9-]+$/, "must be lower-case letters, digits and dashes"),
  label: z.string().min(1),
  protocol: z.enum(["anthropic", "openai", "workers-ai", "offline"]),
  /** The setting with the key, or with several keys separated by commas. */
  key_variable: z.string().optional(),
  base_url: z.url({ protocol: /^https?$/ }).optional(),
  base_url_variable: z.string().optional(),
  /** Path of the model list with metadata, in OpenRouter's format. */
  metadata_path: z.string().optional(),
  /** APIs by which its server may report each model's window and capabilities, in the order in which they are tried. */
  shows_models: z.array(z.enum(["ollama", "lm_studio", "llama_cpp", "vllm"])).default([]),
  /** Page of the provider where keys are created. */
  key_page: z.url({ protocol: /^https$/ }).optional(),
  /** Beginning of its keys, for people to recognize one: `sk-ant-`. */
  key_form: z.string().optional(),
  /** Whether its server may want no key at all. */
  key_optional: z.boolean().default(false),
  /** Address with the names of `address_fields` in braces, for providers whose address differs by customer. */
  address_template: z.string().optional(),
  address_fields: z.array(z.enum(["resource", "region", "account"])).default([]),
  abilities: z.array(Ability).default(["chat"]),
  /** Port on which its server listens by default, where it runs on one's own machine. */
  local_port: z.int().positive().optional(),
  /** Values of `owned_by` in its list of models. */
  known_by: z.array(z.string()).default([]),
  /** False: it has no list of models, so their names are typed in. */
  lists_models: z.boolean().default(true),
  /** Models of which the first that is reached is the default, where `default_model` does not say. */
  suggested_models: z.array(z.string()).default([]),
  default_model: z.string().optional(),
  fast_model: z.string().optional(),
  /** The field for the output limit in its dialect of the openai protocol. */
  max_tokens_field: z.enum(["max_tokens", "max_completion_tokens"]).default("max_tokens"),
  prompt_cache_key: z.boolean().default(false),
  /** Whether its own address serves the Responses API, which its models need to think and call tools at once. */
  responses_api: z.boolean().default(false),
  /** Prefixes of the ids of models that take cache breakpoints in their messages. */
  cache_breakpoints: z.array(z.string()).default([]),
  reasoning_effort: z.enum(["reasoning_effort", "reasoning", "none"]).default("none"),
  /** Values for its models that set none themselves. */
  defaults: Model.omit({ id: true, label: true }).optional(),
});

export const CatalogFile = z.strictObject({ provider: Provider, model: z.array(Model).default([]) });

export type ProviderEntry = z.output<typeof Provider>;

/** Values that a request without its own is sent with. */
export interface Sampling {
  temperature?: number;
  top_p?: number;
  stop?: readonly string[];
}

/**
 * Ways in which a model is given documents. `native`: a PDF as it is, where the model reads it, else its text; `text`: always
 * the text; `provider`: the text, that of scans by a service that recognizes it; `off`: documents are left out.
 */
export const DOCUMENT_MODES = ["native", "text", "provider", "off"] as const;
export type DocumentMode = (typeof DOCUMENT_MODES)[number];

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
  /** The model is called over a realtime session. */
  is_realtime?: true;
  /** Empty when unknown. */
  prices: PriceTier[];
  sampling?: Sampling;
  documents: DocumentMode;
  /** Left out of lists to choose from; it still answers where it is named. */
  is_hidden?: true;
}

export type CatalogModel = z.output<typeof Model>;
