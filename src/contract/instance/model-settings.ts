/** Settings of a model: each value with where it comes from. */
import { z } from "zod";
import { CAPABILITIES } from "../../agent/ports/model.ts";
import { DOCUMENT_MODES } from "../../providers/catalog/schema.ts";
import { VALUE_SOURCES } from "../../providers/settings/model-settings.ts";
import { type JsonOf, namedSchema, type SchemaInput } from "../schema.ts";
import { ModelShape, modelId, PriceShape } from "./models.ts";

const from = () => z.enum(VALUE_SOURCES);

function valued<T extends z.ZodType>(value: () => T) {
  return z.object({
    value: value(),
    from: from(),
    /** Value without the setting. */
    otherwise: z.object({ value: value(), from: from() }),
  });
}

export const ModelQuery = () => z.object({ model: modelId() });

export const ModelSettingsShape = namedSchema("ModelSettings", () =>
  z.object({
    model: ModelShape(),
    values: z.object({
      label: valued(() => z.string()),
      hidden: valued(() => z.boolean()),
      context_window: valued(() => z.number()),
      max_output_tokens: valued(() => z.number()),
      capabilities: z.record(
        z.enum(CAPABILITIES),
        valued(() => z.boolean()),
      ),
      price: valued(() => PriceShape().nullable()),
      /** Null: the model's own default. */
      temperature: valued(() => z.number().nullable()),
      top_p: valued(() => z.number().nullable()),
      stop: valued(() => z.array(z.string()).readonly()),
      documents: valued(() => z.enum(DOCUMENT_MODES)),
    }),
  }),
);

const tokens = () => z.int().min(256).max(100_000_000).nullable().optional();

/** Null takes a setting back; an absent one stays as it is. */
export const ModelSettingsFields = () =>
  z.strictObject({
    model: modelId(),
    label: z.string().trim().min(1).max(100).nullable().optional(),
    hidden: z.boolean().nullable().optional(),
    context_window: tokens(),
    max_output_tokens: z.int().min(1).max(100_000_000).nullable().optional(),
    capabilities: z.partialRecord(z.enum(CAPABILITIES), z.boolean().nullable()).optional(),
    temperature: z.number().min(0).max(2).nullable().optional(),
    top_p: z.number().gt(0).max(1).nullable().optional(),
    stop: z.array(z.string().min(1).max(100)).min(1).max(4).nullable().optional(),
    documents: z.enum(DOCUMENT_MODES).nullable().optional(),
  });

/** Documents and text recognition, for all models without their own setting. */
export const DocumentSettingsShape = namedSchema("DocumentSettings", () =>
  z.object({
    documents: z.enum(DOCUMENT_MODES),
    /** Engine in use: `mistral`, `workers-ai`, or a model that sees; null: none is connected. */
    ocr: z.string().nullable(),
    /** Engines that are connected. */
    engines: z.array(z.string()),
  }),
);

/** Null takes a setting back. */
export const DocumentSettingsFields = () =>
  z.strictObject({
    documents: z.enum(DOCUMENT_MODES).nullable().optional(),
    ocr: z
      .union([z.enum(["mistral", "workers-ai"]), modelId()])
      .nullable()
      .optional(),
  });

export type ModelSettings = JsonOf<typeof ModelSettingsShape>;
export type ModelSettingsFields = SchemaInput<typeof ModelSettingsFields>;
export type DocumentSettings = JsonOf<typeof DocumentSettingsShape>;
export type DocumentSettingsFields = SchemaInput<typeof DocumentSettingsFields>;
