/** Entries of models, each made of the catalog, what its provider says, and an admin's settings. */
import type { AccountSnapshot } from "../accounts.ts";
import { type ModelMetadata, withMetadata } from "../capabilities.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ModelEntry } from "../catalog/schema.ts";
import { plainModel } from "./compatibility.ts";
import { withSettings } from "./model-settings.ts";
import type { ModelFacts } from "./values.ts";

interface EntriesOptions {
  catalog: Catalog;
  /** Entry of the provider's own list. */
  published(modelId: string): ModelMetadata | undefined;
  /** Statement of a server of one's own. */
  shown(known: ModelEntry): ModelMetadata | undefined;
  snapshot(): AccountSnapshot;
  /** Tells whether the model's server is called in compatibility mode. */
  isPlain(modelId: string): boolean;
}

interface Entries {
  /** Undefined when no provider has that name. */
  entry(modelId: string): ModelEntry | undefined;
  /** Undefined like the entry. */
  facts(modelId: string): ModelFacts | undefined;
}

type Inputs = Pick<ModelFacts, "said" | "price" | "settings" | "general"> & { isPlain: boolean };

/** A cached entry, with the inputs that it was made from. */
interface DerivedEntry extends Inputs {
  known: ModelEntry;
  entry: ModelEntry;
}

/** Bounds the cache: any name may be asked for. */
const MOST_MADE = 200;

export function createEntries({ catalog, published, shown, snapshot, isPlain }: EntriesOptions): Entries {
  const derived = new Map<string, DerivedEntry>();

  const inputsOf = (known: ModelEntry): Inputs => {
    const { prices, settings, general } = snapshot();
    const plain = isPlain(known.id);
    return {
      isPlain: plain,
      said: plain ? undefined : (published(known.id) ?? shown(known)),
      price: prices?.get(known.id),
      settings: settings?.get(known.id),
      general: general?.documents,
    };
  };

  return {
    /** Turns ask for the same model again and again: an entry is rebuilt only when one of its inputs changed. */
    entry(modelId) {
      const before = derived.get(modelId);
      const known = before?.known ?? catalog.model(modelId);
      if (!known) return undefined;
      const inputs = inputsOf(known);
      if (before && isSame(before, inputs)) return before.entry;
      const entry = madeOf(known, inputs);
      if (derived.size >= MOST_MADE) derived.clear();
      derived.set(modelId, { known, ...inputs, entry });
      return entry;
    },
    facts(modelId) {
      const known = catalog.model(modelId);
      if (!known) return undefined;
      const inputs = inputsOf(known);
      const without = madeOf(known, { ...inputs, price: undefined, settings: undefined });
      return { known, ...inputs, without, isPublished: published(modelId) !== undefined };
    },
  };
}

function isSame(a: Inputs, b: Inputs): boolean {
  return (
    a.said === b.said &&
    a.isPlain === b.isPlain &&
    a.price === b.price &&
    a.settings === b.settings &&
    a.general === b.general
  );
}

function madeOf(known: ModelEntry, { said, isPlain, price, settings, general }: Inputs): ModelEntry {
  const stated = isPlain ? plainModel(known) : carefully(withMetadata(known, said));
  const usual = general ? { ...stated, documents: general } : stated;
  return withSettings(price ? { ...usual, prices: [price] } : usual, settings);
}

/** A model whose capabilities are unknown starts with text and images. */
function carefully(model: ModelEntry): ModelEntry {
  if (model.known) return model;
  return { ...model, capabilities: { audio: false, file: false, ...model.capabilities } };
}
