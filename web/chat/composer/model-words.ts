/** Models to choose from: searched by words, grouped by provider, with their abilities and prices. */

import type { ModelSummary } from "../../api/instance.ts";
import { tokens } from "../../ui/format.ts";
import { t } from "../../words/t.ts";

interface ProviderGroup {
  provider: string;
  label: string;
  models: ModelSummary[];
}

/** Each word must occur in its name, id or provider. */
export function matching(models: readonly ModelSummary[], q: string): ModelSummary[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const text = `${model.id} ${model.name} ${model.provider_label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Providers in the order of their first models. */
export function byProvider(models: readonly ModelSummary[]): ProviderGroup[] {
  const groups = new Map<string, ProviderGroup>();
  for (const model of models) {
    const { provider, provider_label: label } = model;
    const group = groups.get(provider) ?? { provider, label, models: [] };
    group.models.push(model);
    groups.set(provider, group);
  }
  return [...groups.values()];
}

/** A long list is searched, not read. */
export const MOST_SHOWN = 100;

/** The favourites that can answer, in the order in which they were marked. */
export function favouritesOf(models: readonly ModelSummary[], favourites: readonly string[]): ModelSummary[] {
  return favourites.flatMap((id) => models.find((model) => model.id === id && model.configured) ?? []);
}

/** Whether it has the form `provider/model`: a model may be in no list. */
export function isTyped(q: string): boolean {
  return /^[\w-]+\/\S+$/.test(q.trim());
}

const ABILITIES = {
  tool: t("tools"),
  image: t("pictures"),
  audio: t("sound"),
  file: t("files"),
  reasoning: t("thinks"),
};

/** Context window, abilities and price, in one line. */
export function factsOf({
  context_window,
  capabilities,
  price,
}: Pick<ModelSummary, "context_window" | "capabilities" | "price">): string {
  const able = Object.entries(ABILITIES).flatMap(([name, word]) => (capabilities[name] ? [word] : []));
  const cost = price ? priceWords(price) : t("price unknown");
  return [t("{context_window} tokens", { context_window: tokens(context_window) }), able.join(", "), cost]
    .filter(Boolean)
    .join(" · ");
}

function priceWords({ input, output }: { input: number; output: number }): string {
  return input === 0 && output === 0
    ? t("free")
    : t("{input} / {output} per 1M tokens", { input: `$${input}`, output: `$${output}` });
}
