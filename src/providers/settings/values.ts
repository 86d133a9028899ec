/** Values of a model, each with where it comes from, and what holds once the setting is taken back. */
import { CAPABILITIES, type Capability } from "../../agent/ports/model.ts";
import { capabilitiesOf, type ModelMetadata } from "../capabilities.ts";
import type { DocumentMode, ModelEntry, PriceTier } from "../catalog/schema.ts";
import { tierFor } from "../prices.ts";
import type { ModelSettings, ValueSource } from "./model-settings.ts";

interface Sourced<T> {
  value: T;
  from: ValueSource;
}

export interface ModelValue<T> extends Sourced<T> {
  /** Value without the setting. */
  otherwise: Sourced<T>;
}

export interface ModelFacts {
  /** Entry of the catalog. */
  known: ModelEntry;
  said: ModelMetadata | undefined;
  /** `said` is a list that the provider publishes, not a server's answer. */
  isPublished: boolean;
  price: PriceTier | undefined;
  settings: ModelSettings | undefined;
  /** Way of giving documents that was set for all models. */
  general: DocumentMode | undefined;
  /** The entry without the settings and the entered price. */
  without: ModelEntry;
}

export interface ModelValues {
  label: ModelValue<string>;
  hidden: ModelValue<boolean>;
  context_window: ModelValue<number>;
  max_output_tokens: ModelValue<number>;
  capabilities: Record<Capability, ModelValue<boolean>>;
  /** Today's price of a short prompt. */
  price: ModelValue<PriceTier | null>;
  /** Null: the model's own default. */
  temperature: ModelValue<number | null>;
  top_p: ModelValue<number | null>;
  stop: ModelValue<readonly string[]>;
  documents: ModelValue<DocumentMode>;
}

export function valuesOf(facts: ModelFacts, now: number): ModelValues {
  const { known, without, settings = {} } = facts;
  const listed = facts.isPublished ? "provider" : "server";
  const stated = (inCatalog: boolean, isSaid: boolean): ValueSource =>
    inCatalog ? "catalog" : isSaid ? listed : "default";
  const size = (name: "context_window" | "max_output_tokens") =>
    withSetting(settings[name], {
      value: without[name],
      from: stated(known.known, facts.said?.[name] !== undefined),
    });
  return {
    label: withSetting(settings.label, { value: without.label, from: stated(known.known, false) }),
    hidden: withSetting(settings.hidden, { value: false, from: "default" }),
    context_window: size("context_window"),
    max_output_tokens: size("max_output_tokens"),
    capabilities: capabilityValues(facts, stated),
    price: withSetting(facts.price, {
      value: tierFor(without.prices, 0, now) ?? null,
      from: stated(known.prices.length > 0, facts.said?.price !== undefined),
    }),
    temperature: withSetting(settings.temperature, { value: null, from: "default" }),
    top_p: withSetting(settings.top_p, { value: null, from: "default" }),
    stop: withSetting(settings.stop, { value: [], from: "default" }),
    documents: withSetting(settings.documents, { value: without.documents, from: "default" }),
  };
}

function capabilityValues(
  { known, said, without, settings }: ModelFacts,
  stated: (inCatalog: boolean, isSaid: boolean) => ValueSource,
): ModelValues["capabilities"] {
  const decided = capabilitiesOf(without.capabilities);
  const values = CAPABILITIES.map((name) => [
    name,
    withSetting(settings?.capabilities?.[name], {
      value: decided[name],
      from: stated(known.capabilities[name] !== undefined, said?.capabilities[name] !== undefined),
    }),
  ]);
  return Object.fromEntries(values) as ModelValues["capabilities"];
}

function withSetting<T>(set: T | undefined, otherwise: Sourced<T>): ModelValue<T> {
  return set === undefined ? { ...otherwise, otherwise } : { value: set, from: "set", otherwise };
}
