/** The model catalog: parsed once from the texts of r2/models, read at each call. */
import { parse as parseToml } from "smol-toml";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import type { CatalogModel, ModelEntry, ProviderEntry } from "./schema.ts";
import { CatalogFile } from "./schema.ts";

export interface Catalog {
  providers: readonly ProviderEntry[];
  provider(name: string): ProviderEntry | undefined;
  /** The models that the files name, in file order. */
  models: readonly ModelEntry[];
  /**
   * Any model of a known provider: a model that no file names has default values. Undefined for an unknown provider.
   */
  model(id: string): ModelEntry | undefined;
}

interface CatalogText {
  /** Used in error messages. */
  path: string;
  text: string;
}

const DEFAULT_WINDOW = 128_000;
const DEFAULT_OUTPUT = 32_000;

/** Throws an AppError that names the file, the field and what is wrong with it. */
export function parseCatalog(texts: readonly CatalogText[]): Catalog {
  const providers = new Map<string, ProviderEntry>();
  const models = new Map<string, ModelEntry>();
  for (const text of texts) {
    const file = readFile(text);
    const { name } = file.provider;
    if (providers.has(name)) throw invalid(text.path, `provider "${name}" is declared in another file too`);
    providers.set(name, file.provider);
    for (const model of file.model) addModel(models, entryOf(file.provider, model), text.path);
  }
  return catalogOf(providers, models);
}

/** The two halves of `provider/model`; undefined when there is no slash. */
export function splitModelId(id: string): { provider: string; model: string } | undefined {
  const slash = id.indexOf("/");
  if (slash <= 0 || slash === id.length - 1) return undefined;
  return { provider: id.slice(0, slash), model: id.slice(slash + 1) };
}

function catalogOf(providers: Map<string, ProviderEntry>, models: Map<string, ModelEntry>): Catalog {
  return {
    providers: [...providers.values()],
    provider: (name) => providers.get(name),
    models: [...models.values()],
    model(id) {
      const known = models.get(id);
      if (known) return known;
      const split = splitModelId(id);
      const provider = split && providers.get(split.provider);
      return provider && { ...entryOf(provider, { id: split.model }), known: false };
    },
  };
}

function readFile({ path, text }: CatalogText): z.output<typeof CatalogFile> {
  const result = CatalogFile.safeParse(readToml(path, text));
  if (result.success) return result.data;
  throw invalid(path, z.prettifyError(result.error));
}

function readToml(path: string, text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    throw invalid(path, error instanceof Error ? error.message : "is not TOML");
  }
}

function addModel(models: Map<string, ModelEntry>, entry: ModelEntry, path: string): void {
  if (models.has(entry.id)) throw invalid(path, `model "${entry.id}" is there twice`);
  models.set(entry.id, entry);
}

function entryOf(provider: ProviderEntry, model: CatalogModel): ModelEntry {
  const defaults = provider.defaults ?? {};
  return {
    id: `${provider.name}/${model.id}`,
    wire_id: model.id,
    label: model.label ?? model.id,
    known: true,
    context_window: model.context_window ?? defaults.context_window ?? DEFAULT_WINDOW,
    max_output_tokens: model.max_output_tokens ?? defaults.max_output_tokens ?? DEFAULT_OUTPUT,
    capabilities: { ...defaults.capabilities, ...model.capabilities },
    thinking: model.thinking ?? defaults.thinking,
    temperature: model.temperature ?? defaults.temperature ?? true,
    ...(model.realtime && { is_realtime: true }),
    prices: model.prices ?? defaults.prices ?? [],
    documents: "native",
  };
}

function invalid(path: string, problem: string): AppError {
  return new AppError("internal", `${path}: ${problem}. Correct the file.`);
}
