/** Texts about versions. */

import type { FieldChange, Version } from "../../api/versions.ts";
import { t } from "../../words/t.ts";

export function changeWords(
  { change, restored_from, changed }: Version,
  fieldName: (field: string) => string,
): string {
  const what = [...new Set(changed.map(fieldName))].join(", ");
  switch (change) {
    case "loaded":
      return t("Built in");
    case "created":
      return t("Created");
    case "edited":
      return t("Changed: {what}", { what });
    case "restored":
      return t("Version {restored_from} restored", { restored_from });
  }
}

export function valueWords(value: FieldChange["before"]): string {
  if (value === null || value === "") return t("not set");
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
