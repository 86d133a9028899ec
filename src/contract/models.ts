/** Models, providers and their accounts, as the API answers them. */
import { z } from "zod";
import { namedSchema, time } from "./schema.ts";

/** Without its key. */
export const AccountShape = () =>
  z.object({
    id: z.string(),
    provider: z.string(),
    label: z.string(),
    priority: z.number(),
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
    base_url: z.string().nullable(),
    accounts: z.array(AccountShape()),
  }),
);

const PriceShape = () =>
  z.object({
    from: z.string().optional(),
    up_to_tokens: z.number().optional(),
    input: z.number(),
    output: z.number(),
    cache_read: z.number().optional(),
    cache_write_5m: z.number().optional(),
    cache_write_1h: z.number().optional(),
  });

export const ModelShape = namedSchema("Model", () =>
  z.object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    provider: z.string(),
    provider_label: z.string(),
    configured: z.boolean(),
    context_window: z.number(),
    max_output_tokens: z.number(),
    capabilities: z.record(z.string(), z.boolean()),
    price: PriceShape().nullable(),
    price_entered: z.boolean(),
  }),
);
