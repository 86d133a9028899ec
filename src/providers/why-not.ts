/** Reasons why a model cannot be asked at all. */
import type { ModelFailure } from "../agent/ports/model.ts";
import type { Catalog } from "./catalog/catalog.ts";
import type { ProviderEntry } from "./catalog/schema.ts";
import type { Directory } from "./directory.ts";

export function whyNot(modelId: string, directory: Directory, catalog: Catalog): ModelFailure {
  const provider = directory.provider(modelId);
  if (!provider) {
    const names = catalog.providers.map(({ name }) => name).join(", ");
    const reason = `"${modelId}" is not a model: write provider/model, with one of these providers: ${names}.`;
    return { kind: "bad_request", retryable: false, reason };
  }
  return { kind: "not_configured", retryable: false, reason: howToConfigure(provider) };
}

function howToConfigure(provider: ProviderEntry): string {
  const variable = provider.key_variable ?? provider.base_url_variable;
  if (!variable)
    return provider.protocol === "workers-ai"
      ? `${provider.label} works only once Nightjar is deployed. Choose another model.`
      : `No ${provider.label} is connected. An admin connects one on the Models page.`;
  return `${provider.label} is not connected. An admin pastes a key on the Models page, or sets ${variable} in .dev.vars (locally) or with "wrangler secret put ${variable}", or choose another model.`;
}
