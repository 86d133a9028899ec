/** Settings of a model, as an admin made them in the app. */
import type { Capabilities, DocumentMode, ModelEntry, Sampling } from "../catalog/schema.ts";

/**
 * Sources of a model's values. `set`: by an admin; `provider`: its list of models; `server`: a server of one's own, asked
 * about the model.
 */
export const VALUE_SOURCES = ["set", "catalog", "provider", "server", "default"] as const;
export type ValueSource = (typeof VALUE_SOURCES)[number];

/** An absent value is decided by the catalog, the provider or a default. */
export interface ModelSettings extends Sampling {
  label?: string;
  hidden?: boolean;
  context_window?: number;
  max_output_tokens?: number;
  capabilities?: Capabilities;
  documents?: DocumentMode;
}

/** Id of the settings that hold for every model without its own. */
export const EVERY_MODEL = "*";

/** Settings of all models together. */
export interface GeneralSettings {
  documents?: DocumentMode;
  /** Name of the engine that recognizes text: a service, or `provider/model`. */
  ocr?: string;
  /** Names of the speech providers that hear, and of those that speak, in the order in which they are asked. */
  ears?: readonly string[];
  mouths?: readonly string[];
  /** False: recordings are transcribed whole, also where a provider could hear while somebody speaks. */
  hears_live?: boolean;
}

/** The entry with an admin's settings before everything else. */
export function withSettings(entry: ModelEntry, settings: ModelSettings | undefined): ModelEntry {
  if (!settings) return entry;
  const { capabilities, hidden, temperature, top_p, stop, ...plain } = settings;
  const sampling = {
    ...(temperature !== undefined && { temperature }),
    ...(top_p !== undefined && { top_p }),
    ...(stop !== undefined && { stop }),
  };
  return {
    ...entry,
    ...plain,
    // Somebody who enters a temperature knows that the model takes one.
    temperature: entry.temperature || temperature !== undefined,
    capabilities: { ...entry.capabilities, ...capabilities },
    ...(Object.keys(sampling).length > 0 && { sampling }),
    ...(hidden && { is_hidden: true }),
  };
}
