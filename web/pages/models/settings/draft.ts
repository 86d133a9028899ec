/** Draft of a model's settings: texts as they are typed; an empty one is not set. */
import type { ModelSettings, ModelSettingsFields } from "../../../../src/contract/instance/model-settings.ts";
import { t } from "../../../words/t.ts";
import { priceWords } from "../price-words.ts";

type Values = ModelSettings["values"];
type Capability = keyof Values["capabilities"];
type Source = Values["label"]["from"];
export type DocumentMode = Values["documents"]["value"];

export interface AnyValue {
  value: unknown;
  from: Source;
  otherwise: { value: unknown; from: Source };
}

export interface Draft {
  label: string;
  hidden: boolean;
  context_window: string;
  max_output_tokens: string;
  capabilities: Record<Capability, "" | "yes" | "no">;
  temperature: string;
  top_p: string;
  /** Stop texts, one a line. */
  stop: string;
  documents: "" | DocumentMode;
}

export const CAPABILITY_WORDS = [
  { name: "tool", label: t("Calls tools") },
  { name: "image", label: t("Sees pictures") },
  { name: "audio", label: t("Hears recordings") },
  { name: "file", label: t("Reads PDFs") },
  { name: "json", label: t("Answers as JSON") },
  { name: "reasoning", label: t("Thinks") },
  { name: "image_output", label: t("Makes pictures") },
  { name: "audio_output", label: t("Speaks") },
] as const satisfies readonly { name: Capability; label: string }[];

export function draftOf(values: Values): Draft {
  const textOf = ({ from, value }: AnyValue) => (from === "set" ? String(value) : "");
  const able = CAPABILITY_WORDS.map(({ name }) => {
    const { from, value } = values.capabilities[name];
    return [name, from !== "set" ? "" : value ? "yes" : "no"];
  });
  return {
    label: textOf(values.label),
    hidden: values.hidden.value,
    context_window: textOf(values.context_window),
    max_output_tokens: textOf(values.max_output_tokens),
    capabilities: Object.fromEntries(able) as Draft["capabilities"],
    temperature: textOf(values.temperature),
    top_p: textOf(values.top_p),
    stop: values.stop.value.join("\n"),
    documents: values.documents.from === "set" ? values.documents.value : "",
  };
}

/** The whole draft: what is empty is taken back. */
export function changeOf(model: string, draft: Draft): ModelSettingsFields {
  const able = CAPABILITY_WORDS.map(({ name }) => {
    const chosen = draft.capabilities[name];
    return [name, chosen === "" ? null : chosen === "yes"];
  });
  const stop = draft.stop.split("\n").filter((line) => line !== "");
  return {
    model,
    label: draft.label.trim() || null,
    hidden: draft.hidden || null,
    context_window: numberOf(draft.context_window),
    max_output_tokens: numberOf(draft.max_output_tokens),
    capabilities: Object.fromEntries(able),
    temperature: numberOf(draft.temperature),
    top_p: numberOf(draft.top_p),
    stop: stop.length > 0 ? stop : null,
    documents: draft.documents || null,
  };
}

export const DOCUMENT_WORDS: readonly { mode: DocumentMode; label: string }[] = [
  { mode: "native", label: t("As PDF, else as text") },
  { mode: "text", label: t("Always as text") },
  { mode: "provider", label: t("As text, scans recognized") },
  { mode: "off", label: t("Leave out") },
];

export function documentWords(mode: DocumentMode): string {
  return DOCUMENT_WORDS.find((one) => one.mode === mode)?.label ?? mode;
}

function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text);
}

export function sourceWords(from: Source): string {
  switch (from) {
    case "set":
      return t("Set here");
    case "catalog":
      return t("From the catalog");
    case "provider":
      return t("From the provider’s list");
    case "server":
      return t("From the server");
    case "default":
      return t("Default");
  }
}

export function priceSource({ value, from }: Values["price"]): string {
  if (!value) return t("Price unknown. Enter it in the model’s menu.");
  const price = priceWords(value);
  return t("Price: {price} ({source}). Change it in the model’s menu.", { price, source: sourceWords(from) });
}
