/** Reads OpenRouter's model list: sizes, capabilities and prices. */
import type { ModelMetadata } from "../capabilities.ts";
import type { Capabilities, PriceTier } from "../catalog/schema.ts";
import type { JsonObject } from "../wire/json.ts";
import { countIn, isObject, listIn, objectIn, textIn } from "../wire/json.ts";

const PER_MILLION = 1_000_000;

/** By the provider's model id. Unreadable entries are skipped: the list is not ours. */
export function readPublished(value: unknown): Map<string, ModelMetadata> {
  const models = new Map<string, ModelMetadata>();
  if (!isObject(value)) return models;
  for (const entry of listIn(value, "data")) {
    const id = isObject(entry) ? textIn(entry, "id") : "";
    if (isObject(entry) && id !== "") models.set(id, metadataOf(entry));
  }
  return models;
}

function metadataOf(entry: JsonObject): ModelMetadata {
  const window = countIn(entry, "context_length");
  const output = countIn(objectIn(entry, "top_provider"), "max_completion_tokens");
  const price = priceOf(objectIn(entry, "pricing"));
  return {
    capabilities: capabilitiesOf(entry),
    ...(window && { context_window: window }),
    ...(output && { max_output_tokens: output }),
    ...(price && { price }),
  };
}

/** A missing list says nothing; a list that is there denies whatever it leaves out. */
function capabilitiesOf(entry: JsonObject): Capabilities {
  const inputs = textsIn(objectIn(entry, "architecture"), "input_modalities");
  const outputs = textsIn(objectIn(entry, "architecture"), "output_modalities");
  const parameters = textsIn(entry, "supported_parameters");
  return {
    ...(inputs && { image: inputs.has("image"), audio: inputs.has("audio"), file: inputs.has("file") }),
    ...(outputs && { image_output: outputs.has("image"), audio_output: outputs.has("audio") }),
    ...(parameters && {
      tool: parameters.has("tools"),
      json: parameters.has("response_format") || parameters.has("structured_outputs"),
      reasoning: parameters.has("reasoning"),
    }),
  };
}

function textsIn(value: JsonObject | undefined, key: string): Set<unknown> | undefined {
  return value && Array.isArray(value[key]) ? new Set(listIn(value, key)) : undefined;
}

/** Prices are strings, in dollars per token. A negative one means that it depends on the route. */
function priceOf(pricing: JsonObject | undefined): PriceTier | undefined {
  const input = dollars(pricing, "prompt");
  const output = dollars(pricing, "completion");
  if (input === undefined || output === undefined) return undefined;
  const cache_read = dollars(pricing, "input_cache_read");
  const cache_write = dollars(pricing, "input_cache_write");
  return {
    input,
    output,
    ...(cache_read !== undefined && { cache_read }),
    ...(cache_write !== undefined && { cache_write_5m: cache_write, cache_write_1h: cache_write }),
  };
}

function dollars(pricing: JsonObject | undefined, key: string): number | undefined {
  const given = pricing?.[key];
  const price = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  if (typeof price !== "number" || !Number.isFinite(price) || price < 0) return undefined;
  // Rounded, so that 0.000002 a token is 2 a million and not 1.9999999999999998.
  return Number((price * PER_MILLION).toPrecision(12));
}
