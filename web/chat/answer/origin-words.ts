/** Words for the place from which an argument came, and for what a turn has read. */
import type { ArgumentOrigin, OutsideContent } from "../../../src/domain/provenance/provenance.ts";
import { toolName } from "../../ui/format.ts";
import { locale } from "../../words/language.ts";
import { t } from "../../words/t.ts";

export function originWords({ origin: { from, tool, field_path } }: ArgumentOrigin): string {
  const source = tool === undefined ? t("what was read") : toolName(tool);
  switch (from) {
    case "person":
      return t("Your words");
    case "field":
      return field_path === undefined
        ? t("A field of {source}", { source })
        : t("Field {field} of {source}", { field: field_path, source });
    case "text":
      return t("Text of {source}", { source });
    case "memory":
      return t("From memory");
    case "made":
      return t("Written by the model");
    case "own":
      return t("From Nightjar");
  }
}

export function readWords({ from, tool, title, at }: OutsideContent): string {
  const what = kindWords(from, tool);
  const named = title === undefined ? what : t("{what}: “{title}”", { what, title });
  return at === undefined ? named : t("{what}, {day}", { what: named, day: dayOf(at) });
}

function kindWords(from: OutsideContent["from"], tool: string | undefined): string {
  switch (from) {
    case "answer":
      return tool === undefined ? t("A tool's answer") : toolName(tool);
    case "memory":
      return t("A memory");
    case "file":
      return t("A file");
    case "quote":
      return t("A quoted message");
    case "message":
      return t("Somebody else's message");
    case "summary":
      return t("The summary of earlier messages");
    case "parent":
      return t("The task it was given");
  }
}

function dayOf(at: string): string {
  return new Date(at).toLocaleDateString(locale, { weekday: "long", day: "numeric", month: "short" });
}
