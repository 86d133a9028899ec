/** Makes a form from a JSON schema: a field for each plain property, JSON for nested ones. */
import { t } from "../../words/t.ts";

interface FormField {
  name: string;
  hint: string;
  kind: "text" | "number" | "yes_no" | "choice" | "json";
  choices: string[];
  isRequired: boolean;
}

export function fieldsOf(schema: Record<string, unknown>): FormField[] {
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  return Object.entries(recordOf(schema["properties"])).map(([name, part]) => {
    const property = recordOf(part);
    const choices = Array.isArray(property["enum"]) ? property["enum"].map(String) : [];
    const hint = typeof property["description"] === "string" ? property["description"] : "";
    return { name, hint, kind: kindOf(property), choices, isRequired: required.includes(name) };
  });
}

function kindOf(property: Record<string, unknown>): FormField["kind"] {
  const { type } = property;
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "yes_no";
  if (type === "string") return Array.isArray(property["enum"]) ? "choice" : "text";
  return "json";
}

export type Input = { ok: true; input: Record<string, unknown> } | { ok: false; problem: string };

/** `values`: the fields' texts. An empty optional field is left out. */
export function inputOf(fields: readonly FormField[], values: Readonly<Record<string, string>>): Input {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const text = values[field.name] ?? "";
    if (text === "" && !(field.isRequired && field.kind === "text")) continue;
    const value = parsedBy(field, text);
    if (value === undefined) return { ok: false, problem: `${field.name}: ${WANTED[field.kind]}` };
    input[field.name] = value;
  }
  return { ok: true, input };
}

const WANTED = {
  text: t("a text"),
  choice: t("one of the choices"),
  yes_no: t("yes or no"),
  number: t("Not a number."),
  json: t('Not valid JSON. Put text in quotes: "like this".'),
};

/** Undefined: the text is no such value. */
function parsedBy({ kind }: FormField, text: string): unknown {
  if (kind === "number") return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (kind === "yes_no") return text === "true";
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    // The caller reports it.
    return undefined;
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
