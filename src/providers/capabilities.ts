/** Model capabilities: an admin's setting decides, then the catalog, the provider's own metadata, and a default. */
import { CAPABILITIES, type ModelInfo } from "../agent/ports/model.ts";
import type { Capabilities, ModelEntry, PriceTier, ProviderEntry } from "./catalog/schema.ts";

export interface ModelMetadata {
  context_window?: number;
  max_output_tokens?: number;
  capabilities: Capabilities;
  price?: PriceTier;
}

/** Metadata that providers publish about their models. Never waits and never throws: undefined until it is known. */
export interface MetadataPort {
  lookup(id: string): ModelMetadata | undefined;
}

/** A model on a self-hosted server. */
export interface ShownWhere {
  /** Absolute, without a trailing slash. */
  address: string;
  /** Empty where the server needs none. */
  key: string;
  /** As the server spells it. */
  model: string;
  /** APIs to ask by, in this order. */
  ways: ProviderEntry["shows_models"];
}

/**
 * Metadata that self-hosted servers report about their models. Never waits and never throws: undefined until it is
 * known.
 */
export interface ShownModels {
  lookup(where: ShownWhere): ModelMetadata | undefined;
}

export const ALL_CAPABILITIES: ModelInfo["capabilities"] = {
  tool: true,
  image: true,
  audio: true,
  file: true,
  json: true,
  reasoning: true,
  image_output: false,
  audio_output: false,
};

/** A model is taken to be able to read anything, and to answer in words. */
export function capabilitiesOf(stated: Capabilities): ModelInfo["capabilities"] {
  const decided = { ...ALL_CAPABILITIES };
  for (const name of CAPABILITIES) decided[name] = stated[name] ?? ALL_CAPABILITIES[name];
  return decided;
}

/** Adds the provider's published metadata where no catalog file says more. */
export function withMetadata(entry: ModelEntry, metadata: ModelMetadata | undefined): ModelEntry {
  if (!metadata) return entry;
  const sizes = entry.known
    ? {}
    : {
        context_window: metadata.context_window ?? entry.context_window,
        max_output_tokens: metadata.max_output_tokens ?? entry.max_output_tokens,
      };
  const prices = entry.prices.length > 0 || !metadata.price ? entry.prices : [metadata.price];
  return { ...entry, ...sizes, prices, capabilities: { ...metadata.capabilities, ...entry.capabilities } };
}
