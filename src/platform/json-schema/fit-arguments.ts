/**
 * Arguments that are nearly right, as they were meant: null for an optional key is left out, text that parses to the
 * declared type is taken as that, and one value where a list is declared is a list of one. Nothing is guessed: what
 * already fits, and what could mean several things, stays as it is.
 */
import { parseLenientJson } from "../lenient-json.ts";
import { isSchema, propertiesOf, requiredOf, type Schema, schemaAt, variantsOf } from "./json-schema.ts";

const DEEPEST = 30;

export function fitArguments(schema: Schema, value: unknown): unknown {
  return adapted(schemaAt(schema, schema), value, { root: schema, depth: 0 });
}

interface Place {
  root: Schema;
  depth: number;
}

function adapted(schema: Schema, value: unknown, place: Place): unknown {
  if (place.depth > DEEPEST) return value;
  const types = typesOf(schema, place);
  const meant = types && !types.has(typeOf(value)) ? asDeclared(value, types) : value;
  if (Array.isArray(meant)) return meant.map((item) => adapted(itemsOf(schema, place), item, deeper(place)));
  return isSchema(meant) ? fitObject(schema, meant, place) : meant;
}

function fitObject(schema: Schema, value: Schema, place: Place): Schema {
  const forms = [schema, ...variantsOf(schema).map((variant) => schemaAt(variant, place.root))];
  const required = new Set(forms.flatMap(requiredOf));
  const entries = Object.entries(value).flatMap(([key, given]): [string, unknown][] => {
    const found = forms.map((form) => propertiesOf(form)[key]).find(isSchema);
    if (!found) return [[key, given]];
    const inner = schemaAt(found, place.root);
    const isLeftOut = given === null && !required.has(key) && typesOf(inner, place)?.has("null") === false;
    return isLeftOut ? [] : [[key, adapted(inner, given, deeper(place))]];
  });
  return Object.fromEntries(entries);
}

function deeper({ root, depth }: Place): Place {
  return { root, depth: depth + 1 };
}

function itemsOf(schema: Schema, { root }: Place): Schema {
  const found = [schema, ...variantsOf(schema)].map((form) => schemaAt(form, root)["items"]).find(isSchema);
  return found ? schemaAt(found, root) : {};
}

/** Types that the schema names; undefined when it allows any. */
function typesOf(schema: Schema, place: Place): Set<string> | undefined {
  const { type } = schema;
  if (typeof type === "string") return withNumbers([type], schema);
  if (Array.isArray(type)) return withNumbers(type, schema);
  if (Array.isArray(schema["enum"])) return new Set(schema["enum"].map(typeOf));
  if ("const" in schema) return new Set([typeOf(schema["const"])]);
  const variants = variantsOf(schema);
  if (variants.length === 0 || place.depth > DEEPEST)
    return isSchema(schema["properties"]) ? new Set(["object"]) : undefined;
  const all = variants.map((variant) => typesOf(schemaAt(variant, place.root), deeper(place)));
  return all.some((types) => types === undefined)
    ? undefined
    : new Set(all.flatMap((types) => [...(types ?? [])]));
}

function withNumbers(types: readonly unknown[], { nullable }: Schema): Set<string> {
  const names = types.map((type) => (type === "integer" ? "number" : String(type)));
  return new Set(nullable === true ? [...names, "null"] : names);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The value as one of these types, none of which it has; itself when that is not sure. */
function asDeclared(value: unknown, types: ReadonlySet<string>): unknown {
  if (typeof value === "string") {
    const parsed = parsedAs(value.trim(), types);
    if (parsed !== undefined) return parsed;
  }
  if (types.has("string") && (typeof value === "number" || typeof value === "boolean")) return String(value);
  return types.has("array") && value !== null && value !== undefined ? [value] : value;
}

function parsedAs(text: string, types: ReadonlySet<string>): unknown {
  if (types.has("boolean") && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  const parsed = text === "" ? undefined : parseLenientJson(text);
  return parsed !== undefined && types.has(typeOf(parsed)) ? parsed : undefined;
}
