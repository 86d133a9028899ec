/** Names of settings for people. */
import type { Field, FieldTable } from "../../../src/domain/fields/field.ts";
import { t } from "../../words/t.ts";

/** `path` is that of a change: `limits.max_steps`; an entry of a record is named after it, `Tool web_fetch`. */
export function settingName(table: FieldTable, path: string): string {
  const dot = path.indexOf(".");
  if (dot < 0) return nameOf(table[path]) ?? path;
  const [field, key] = [table[path.slice(0, dot)], path.slice(dot + 1)];
  if (field?.kind === "group") return nameOf(field.fields[key]) ?? path;
  return `${nameOf(field) ?? path.slice(0, dot)} ${key}`;
}

function nameOf(field: Field | undefined): string | undefined {
  return field && t(field.name ?? field.label);
}
