/** Models as they are chosen from: found by words, put together by provider, with what they take and cost. */
import type { ModelSummary } from "../../api/instance.ts";
import { tokens } from "../../ui/format.ts";

export interface ProviderGroup {
  provider: string;
  label: string;
  models: ModelSummary[];
}

/** Each word must stand somewhere in its name, id or provider. */
export function matching(models: readonly ModelSummary[], q: string): ModelSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const text = `${model.id} ${model.name ?? ""} ${model.provider_label ?? ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** In the order in which providers come first. */
export function byProvider(models: readonly ModelSummary[]): ProviderGroup[] {
  const groups = new Map<string, ProviderGroup>();
  for (const model of models) {
    const { provider, provider_label: label = provider } = model;
    const group = groups.get(provider) ?? { provider, label, models: [] };
    group.models.push(model);
    groups.set(provider, group);
  }
  return [...groups.values()];
}

/** Whether it is written as `provider/model`: that may be a model that no list names. */
export function isTyped(q: string): boolean {
  return /^[\w-]+\/\S+$/.test(q.trim());
}

const ABILITIES = { tool: "tools", image: "pictures", audio: "sound", file: "files", reasoning: "thinks" };

/** Window, abilities and price, in a line. */
export function factsOf({
  context_window,
  capabilities = {},
  price,
}: Pick<ModelSummary, "context_window" | "capabilities" | "price">): string {
  const able = Object.entries(ABILITIES).flatMap(([name, word]) => (capabilities[name] ? [word] : []));
  const cost = price ? `$${price.input} in, $${price.output} out a million` : "price unknown";
  return [`${tokens(context_window)} tokens`, able.join(", "), cost].filter(Boolean).join(" · ");
}
