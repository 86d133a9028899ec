/**
 * A tool's schema in a form that all providers take, and the way back for a call's arguments: an object at the root,
 * lists with items, keys of letters and digits. What a provider refuses in one tool would refuse the whole request.
 */
import { isSchema, propertiesOf, requiredOf, type Schema, schemaAt, variantsOf } from "./json-schema.ts";

export interface SchemaForModels {
  json: Schema;
  /** The arguments with the keys that the tool itself declares. */
  original(input: unknown): unknown;
}

const made = new WeakMap<Schema, SchemaForModels>();

/** Cached per schema. */
export function schemaForModels(schema: Schema): SchemaForModels {
  const known = made.get(schema) ?? make(schema);
  made.set(schema, known);
  return known;
}

function make(schema: Schema): SchemaForModels {
  const names: Names = new Map();
  const json = fitted(withoutRootVariants(schema), { root: schema, names, depth: 0 });
  const whole = { ...json, type: "object", properties: propertiesOf(json) };
  const declared = names.get(json);
  if (declared) names.set(whole, declared);
  const hasNames = [...names.values()].some((keys) => keys.size > 0);
  return {
    json: whole,
    original: hasNames ? (input) => restored(whole, input, { root: whole, names }) : same,
  };
}

function same(input: unknown): unknown {
  return input;
}

/** The tool's own keys, by the key in the fitted schema. */
type Names = Map<Schema, ReadonlyMap<string, string>>;

interface Place {
  root: Schema;
  names: Names;
  depth: number;
}

const DEEPEST = 24;
const DROPPED = new Set(["$schema", "$id", "$comment", "$anchor", "$vocabulary"]);
/** Keywords that hold schemas by name. */
const BY_NAME = new Set(["$defs", "definitions", "patternProperties"]);
const LISTS = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const SINGLE = new Set([
  "items",
  "additionalProperties",
  "not",
  "contains",
  "propertyNames",
  "if",
  "then",
  "else",
]);
const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
/** Type names of other languages. */
const MEANT: { readonly [type: string]: string } = {
  int: "integer",
  long: "integer",
  float: "number",
  double: "number",
  str: "string",
  text: "string",
  bool: "boolean",
  dict: "object",
  list: "array",
};

/** OpenAI and Anthropic refuse a choice at the root: all keys of all its forms are offered. */
function withoutRootVariants(schema: Schema): Schema {
  const root = schemaAt(schema, schema);
  const variants = variantsOf(root).map((variant) => schemaAt(variant, schema));
  const {
    anyOf: _any,
    oneOf: _one,
    allOf,
    not: _not,
    enum: _enum,
    $ref: _ref,
    ...rest
  } = { ...schema, ...root };
  if (variants.length === 0) return rest;
  const properties = Object.assign({}, ...variants.map(propertiesOf), propertiesOf(root));
  const all = variants.map(requiredOf);
  const shared = allOf ? all.flat() : (all[0] ?? []).filter((key) => all.every((keys) => keys.includes(key)));
  return { ...rest, properties, required: [...new Set([...requiredOf(root), ...shared])] };
}

function fitted(schema: unknown, place: Place): Schema {
  if (!isSchema(schema) || place.depth > DEEPEST) return {};
  if (typeof schema["$ref"] === "string" && schemaAt(schema, place.root) === schema) return {};
  const inner = { ...place, depth: place.depth + 1 };
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (DROPPED.has(key) || key === "properties" || key === "required" || key === "type") return [];
    if (BY_NAME.has(key)) return isSchema(value) ? [[key, eachFitted(value, inner)]] : [];
    if (LISTS.has(key))
      return Array.isArray(value) && value.length > 0 ? [[key, value.map((one) => fitted(one, inner))]] : [];
    if (SINGLE.has(key))
      return [[key, typeof value === "boolean" && key !== "items" ? value : fitted(value, inner)]];
    if (key === "enum") return Array.isArray(value) && value.length > 0 ? [[key, value]] : [];
    // Draft 4 had these as flags.
    if (key.startsWith("exclusive") && typeof value === "boolean") return [];
    return [[key, value]];
  });
  return withKeys(schema, { ...Object.fromEntries(entries), ...typeOf(schema) }, inner);
}

function eachFitted(schemas: Schema, place: Place): Schema {
  return Object.fromEntries(Object.entries(schemas).map(([key, value]) => [key, fitted(value, place)]));
}

function typeOf({ type, properties }: Schema): Schema {
  const names = (Array.isArray(type) ? type : [type]).flatMap((name) => {
    const known = typeof name === "string" ? (MEANT[name.toLowerCase()] ?? name.toLowerCase()) : "";
    return TYPES.has(known) ? [known] : [];
  });
  if (names.length === 0) return isSchema(properties) ? { type: "object" } : {};
  return { type: Array.isArray(type) ? [...new Set(names)] : names[0] };
}

/** Adds what belongs to an object and to a list. */
function withKeys(schema: Schema, json: Schema, place: Place): Schema {
  const isList = [json["type"]].flat().includes("array");
  const listed = isList && !("items" in json) && !("prefixItems" in json) ? { ...json, items: {} } : json;
  if (!isSchema(schema["properties"])) return listed;
  const names = keysOf(schema["properties"]);
  const properties = Object.fromEntries(
    Object.entries(schema["properties"]).map(([key, value]) => [names.get(key) ?? key, fitted(value, place)]),
  );
  const required = requiredOf(schema)
    .map((key) => names.get(key) ?? key)
    .filter((key) => key in properties);
  const whole = { ...listed, properties, ...(required.length > 0 && { required: [...new Set(required)] }) };
  place.names.set(
    whole,
    new Map([...names].filter(([own, sent]) => own !== sent).map(([own, sent]) => [sent, own])),
  );
  return whole;
}

const TAKEN = /^[a-zA-Z0-9_.-]{1,64}$/;
const LONGEST = 64;

/** Keys that every provider takes, one to one. */
function keysOf(properties: Schema): Map<string, string> {
  const keys = Object.keys(properties);
  const taken = new Set(keys.filter((key) => TAKEN.test(key)));
  return new Map(
    keys.map((key) => {
      if (TAKEN.test(key)) return [key, key];
      const stem =
        key
          .replace(/[^a-zA-Z0-9_.-]+/g, "_")
          .replace(/^_+(?=\w)|(?<=\w)_+$/g, "")
          .slice(0, LONGEST - 4) || "key";
      let free = stem;
      for (let number = 2; taken.has(free); number++) free = `${stem}_${number}`;
      taken.add(free);
      return [key, free];
    }),
  );
}

function restored(schema: Schema, value: unknown, place: Pick<Place, "root" | "names">): unknown {
  if (Array.isArray(value)) {
    const items = isSchema(schema["items"]) ? schemaAt(schema["items"], place.root) : {};
    return value.map((item) => restored(items, item, place));
  }
  if (!isSchema(value)) return value;
  const forms = [schema, ...variantsOf(schema).map((variant) => schemaAt(variant, place.root))];
  return Object.fromEntries(
    Object.entries(value).map(([key, given]) => {
      const form = forms.find((one) => key in propertiesOf(one));
      const inner = form && propertiesOf(form)[key];
      const own = form && place.names.get(form)?.get(key);
      return [own ?? key, isSchema(inner) ? restored(schemaAt(inner, place.root), given, place) : given];
    }),
  );
}
