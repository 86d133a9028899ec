/**
 * Compatibility mode of an account: its server gets plain chat completions. Nothing is asked about its models, which are
 * taken to be able to do everything, and nothing that only some providers know is sent.
 */
import type { ModelEntry, ProviderEntry } from "../catalog/schema.ts";

const plain = new WeakMap<ProviderEntry, ProviderEntry>();

/** Cached, since adapters keep their clients by provider. */
export function plainProvider(provider: ProviderEntry): ProviderEntry {
  const known = plain.get(provider) ?? {
    ...provider,
    max_tokens_field: "max_tokens" as const,
    prompt_cache_key: false,
    responses_api: false,
    cache_breakpoints: [],
    reasoning_effort: "none" as const,
  };
  plain.set(provider, known);
  return known;
}

/** Leaves out the wish to think, which has no common form. */
export function plainModel(model: ModelEntry): ModelEntry {
  return { ...model, thinking: undefined };
}
