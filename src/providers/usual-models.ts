/** Models that are used where nobody has named one: the chosen ones, else the usual ones of the first provider that works. */
import { OFFLINE_MODEL } from "../domain/due-promise.ts";
import type { Account, ChosenModels, ReadSetting } from "./accounts.ts";
import type { ProviderEntry } from "./catalog/schema.ts";
import { isTalking } from "./catalog/talking.ts";
import { isAmong } from "./reachable-models.ts";

export interface UsualModels {
  defaultModel(): string;
  fastModel(): string;
}

interface UsualDeps {
  /** Providers in order of preference. */
  providers: readonly ProviderEntry[];
  provider(modelId: string): ProviderEntry | undefined;
  setting: ReadSetting;
  /** Models that were chosen in the app. */
  chosen(): ChosenModels;
  /** Accounts that neither were refused nor failed their test. */
  working(of: ProviderEntry): readonly Account[];
  /** Accounts of the settings, and added ones that have shown their models. */
  proven(of: ProviderEntry): readonly Account[];
  reachableModels(of: ProviderEntry): readonly string[] | undefined;
}

export function createUsualModels(deps: UsualDeps): UsualModels {
  const { provider, setting, chosen, working, proven } = deps;
  const defaultModel = () =>
    (chosen().default ?? setting("DEFAULT_MODEL")) ||
    (usualWith(deps, working) ?? usualWith(deps, proven) ?? OFFLINE_MODEL);
  return {
    defaultModel,
    fastModel() {
      const given = chosen().fast ?? setting("FAST_MODEL");
      if (given) return given;
      const model = defaultModel();
      const of = provider(model);
      return of?.fast_model ? `${of.name}/${of.fast_model}` : model;
    },
  };
}

function usualWith(
  { providers, reachableModels }: UsualDeps,
  kept: (of: ProviderEntry) => readonly Account[],
): string | undefined {
  return usualAmong(
    providers.filter((of) => kept(of).length > 0),
    reachableModels,
  );
}

/**
 * The provider's default model; if its accounts are known not to reach it, the first suggested one that they reach, else
 * the first that answers in words.
 */
export function usualOf(
  { default_model, suggested_models }: ProviderEntry,
  reachableModels: readonly string[] | undefined,
): string | undefined {
  if (!reachableModels) return default_model;
  const preferred = [default_model ?? [], suggested_models].flat();
  return preferred.find((id) => isAmong(id, reachableModels)) ?? reachableModels.find(isTalking);
}

/** The usual model of the first of these providers that has one, as `provider/model`. */
function usualAmong(
  providers: readonly ProviderEntry[],
  reachableModels: UsualDeps["reachableModels"],
): string | undefined {
  for (const one of providers) {
    const model = usualOf(one, reachableModels(one));
    if (model !== undefined) return `${one.name}/${model}`;
  }
  return undefined;
}
