/**
 * The subset of JSON Schema that a capability may declare: only keywords that are checked here, so that none
 * is silently ignored.
 */
import type { JsonSchema } from "../../agent/ports/model.ts";

/** Keywords that only inform readers. */
const NOTES = ["title", "description", "default", "examples", "format", "deprecated"];
const CHECKED = [
  "type",
  "enum",
  "const",
  "properties",
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
  "items",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "anyOf",
  "oneOf",
  "allOf",
];
const KEYWORDS = new Set([...NOTES, ...CHECKED]);
const TYPES = new Set(["object", "array", "string", "number", "integer", "boolean", "null"]);
const DEEPEST = 12;
const LONGEST = 20_000;

/** Empty: the schema is valid. For arguments, `top` is "object". */
export function schemaProblems(schema: JsonSchema, top?: "object"): string[] {
  if (JSON.stringify(schema).length > LONGEST) return [`The schema is longer than ${LONGEST} characters.`];
  const { $schema: _dialect, ...rest } = schema;
  const problems = problemsOf(rest, "the schema", 0);
  if (top && rest["type"] !== top) problems.unshift(`The schema must be of type ${top} at its top.`);
  return problems.slice(0, 10);
}

function problemsOf(schema: unknown, where: string, depth: number): string[] {
  if (typeof schema === "boolean") return [];
  if (!isRecord(schema)) return [`${where} must be an object.`];
  if (depth > DEEPEST) return [`${where} is nested more than ${DEEPEST} levels deep.`];
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  return [
    ...unknown.map((keyword) => `${where}: "${keyword}" is not checked here; check it in the code instead.`),
    ...typeProblems(schema["type"], where),
    ...shapeProblems(schema, where),
    ...partsOf(schema, where).flatMap(([path, part]) => problemsOf(part, path, depth + 1)),
  ];
}

function typeProblems(type: unknown, where: string): string[] {
  if (type === undefined) return [];
  const types = Array.isArray(type) ? type : [type];
  const wrong = types.filter((each) => typeof each !== "string" || !TYPES.has(each));
  return wrong.map((each) => `${where}: there is no type ${JSON.stringify(each)}.`);
}

const NUMBERS = CHECKED.filter((keyword) => /^(min|max|exclusive|multiple)/.test(keyword));
const LISTS = ["enum", "anyOf", "oneOf", "allOf", "required"];

function shapeProblems(schema: Record<string, unknown>, where: string): string[] {
  const numbers = NUMBERS.filter((keyword) => keyword in schema && typeof schema[keyword] !== "number");
  const lists = LISTS.filter((keyword) => keyword in schema && !Array.isArray(schema[keyword]));
  const isWrong = "properties" in schema && !isRecord(schema["properties"]);
  return [
    ...numbers.map((keyword) => `${where}: ${keyword} must be a number.`),
    ...lists.map((keyword) => `${where}: ${keyword} must be a list.`),
    ...(isWrong ? [`${where}: properties must be an object.`] : []),
  ];
}

function partsOf(schema: Record<string, unknown>, where: string): [string, unknown][] {
  const properties = isRecord(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const choices = ["anyOf", "oneOf", "allOf"].flatMap((keyword) => {
    const list = schema[keyword];
    return Array.isArray(list) ? list.map((part): [string, unknown] => [`${where}.${keyword}`, part]) : [];
  });
  const single = ["items", "additionalProperties"].filter((keyword) => keyword in schema);
  return [
    ...properties.map(([name, part]): [string, unknown] => [`${where}.${name}`, part]),
    ...choices,
    ...single.map((keyword): [string, unknown] => [`${where}.${keyword}`, schema[keyword]]),
  ];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
