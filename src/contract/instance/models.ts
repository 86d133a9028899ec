/** Models, providers and their accounts, as the API answers them. */
import { z } from "zod";
import { REQUEST_PROFILES } from "../../providers/accounts.ts";
import { type JsonOf, listOf, namedSchema, type SchemaInput, time } from "../schema.ts";

/** Without its key. */
export const AccountShape = () =>
  z.object({
    id: z.string(),
    provider: z.string(),
    label: z.string(),
    priority: z.number(),
    /** Size of the requests to its models, if an admin chose it. */
    profile: z.enum(REQUEST_PROFILES).optional(),
    /** Plain chat completions: nothing is asked about its models, and nothing specific to a provider is sent. */
    compatibility: z.literal(true).optional(),
    state: z.object({
      cooling_until: time().optional(),
      disabled: z.object({ at: time(), reason: z.string() }).optional(),
    }),
  });

export const ProviderShape = namedSchema("Provider", () =>
  z.object({
    name: z.string(),
    label: z.string(),
    protocol: z.string(),
    configured: z.boolean(),
    variable: z.string().nullable(),
    /** Null when the address must be entered. */
    base_url: z.string().nullable(),
    /** Address with names in braces, which `address_fields` lists; null where the address is fixed or typed in whole. */
    address_template: z.string().nullable(),
    address_fields: z.array(z.string()),
    /** Page of the provider where keys are created. */
    key_page: z.string().nullable(),
    /** Beginning of its keys; empty where they have none in common. */
    key_form: z.string(),
    key_optional: z.boolean(),
    abilities: z.array(z.string()),
    /** Whether its server runs on one's own machine. */
    is_local: z.boolean(),
    /** False: its models are typed in. */
    lists_models: z.boolean(),
    default_model: z.string().nullable(),
    accounts: z.array(AccountShape()),
  }),
);

/** US dollars per million tokens. */
export const PriceShape = () =>
  z.object({
    from: z.string().optional(),
    up_to_tokens: z.number().optional(),
    input: z.number(),
    output: z.number(),
    cache_read: z.number().optional(),
    cache_write_5m: z.number().optional(),
    cache_write_1h: z.number().optional(),
    /** Sound and pictures, where their prices differ from those of text. */
    audio_input: z.number().optional(),
    audio_cache_read: z.number().optional(),
    audio_output: z.number().optional(),
    image_input: z.number().optional(),
    image_cache_read: z.number().optional(),
  });

export const ModelShape = namedSchema("Model", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    provider: z.string(),
    provider_label: z.string(),
    /** Whether it can answer here. */
    configured: z.boolean(),
    context_window: z.number(),
    max_output_tokens: z.number(),
    /** Requests to it have a short prompt and few tools. */
    is_light: z.literal(true).optional(),
    capabilities: z.record(z.string(), z.boolean()),
    /** Null when unknown. */
    price: PriceShape().nullable(),
    /** Whether an admin entered the price. */
    price_entered: z.boolean(),
    /** Left out of lists to choose from. */
    hidden: z.boolean(),
  }),
);

export const ModelsShape = () =>
  listOf(ModelShape()).extend({ default: z.string().nullable(), fast: z.string().nullable() });

/** A model server that listens on this machine. */
export const NearbyServerShape = namedSchema("NearbyServer", () =>
  z.object({
    provider: z.string(),
    label: z.string(),
    base_url: z.string(),
    /** Empty: the server has no models yet. */
    models: z.array(z.string()),
    /** Whether an account uses it already. */
    connected: z.boolean(),
  }),
);

/** A host that an operator has confirmed for models. */
export const ModelAddressShape = namedSchema("ModelAddress", () =>
  z.object({ host: z.string(), created_at: time() }),
);

export const modelId = () =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]+\/\S+$/, "write it as provider/model");

/** Null removes a choice. */
export const ChosenModelsFields = () =>
  z.object({ default: modelId().nullable().optional(), fast: modelId().nullable().optional() });

export const ChosenModelsShape = namedSchema("ChosenModels", () =>
  z.object({ default: z.string(), fast: z.string() }),
);

const dollars = () => z.number().min(0).max(100_000);

/** US dollars per million tokens. */
const EnteredPriceFields = () =>
  z.strictObject({
    input: dollars(),
    output: dollars(),
    /** Absent: the same price as input. */
    cache_read: dollars().optional(),
    cache_write: dollars().optional(),
  });

export const PriceFields = () =>
  z.object({
    model: modelId(),
    /** Null removes the entered price. */
    price: EnteredPriceFields().nullable(),
  });

export type ModelSummary = JsonOf<typeof ModelShape>;
export type Models = JsonOf<typeof ModelsShape>;
export type ProviderSummary = JsonOf<typeof ProviderShape>;
export type NearbyServer = JsonOf<typeof NearbyServerShape>;
export type ModelAddress = JsonOf<typeof ModelAddressShape>;
export type EnteredPrice = SchemaInput<typeof EnteredPriceFields>;
export type ChosenModels = JsonOf<typeof ChosenModelsShape>;
export type ChosenModelsFields = SchemaInput<typeof ChosenModelsFields>;
