/**
 * Validates values against JSON schemas that `rules.ts` accepts, without generating code or running patterns.
 */
import type { JsonSchema } from "../../agent/ports/model.ts";
import { isRecord } from "./rules.ts";

/** Further problems would add nothing. */
const MOST_PROBLEMS = 8;

/** Empty: the value is valid. Each problem names the place and the expected value, for a model to fix. */
export function mismatches(schema: JsonSchema, value: unknown): string[] {
  return problemsOf(schema, value, "").slice(0, MOST_PROBLEMS);
}

type Check = (schema: Record<string, unknown>, value: unknown, at: string) => string[];

function problemsOf(schema: unknown, value: unknown, at: string): string[] {
  if (schema === false) return [`${named(at)} must not be there`];
  if (!isRecord(schema)) return [];
  const wrong = ofType(schema, value, at);
  return wrong.length > 0 ? wrong : CHECKS.flatMap((check) => check(schema, value, at));
}

const ofType: Check = ({ type }, value, at) => {
  if (type === undefined) return [];
  const types = Array.isArray(type) ? type : [type];
  const kind = kindOf(value);
  const fits = types.some((each) => each === kind || (each === "number" && kind === "integer"));
  return fits ? [] : [`${named(at)} must be ${types.join(" or ")}, not ${kind}`];
};

const ofChoice: Check = (schema, value, at) => {
  const choices = schema["enum"];
  if (Array.isArray(choices) && !choices.some((choice) => same(choice, value)))
    return [`${named(at)} must be one of ${shown(choices)}`];
  if ("const" in schema && !same(schema["const"], value))
    return [`${named(at)} must be ${shown(schema["const"])}`];
  return [];
};

const ofNumber: Check = (schema, value, at) => {
  if (typeof value !== "number") return [];
  const limit = (keyword: string) => numberOf(schema, keyword);
  const step = limit("multipleOf");
  const isStep = step === undefined || Math.abs(value / step - Math.round(value / step)) < 1e-9;
  return [
    ...unless(value >= (limit("minimum") ?? -Infinity), `${named(at)} must be at least ${limit("minimum")}`),
    ...unless(value <= (limit("maximum") ?? Infinity), `${named(at)} must be at most ${limit("maximum")}`),
    ...unless(
      value > (limit("exclusiveMinimum") ?? -Infinity),
      `${named(at)} must be more than ${limit("exclusiveMinimum")}`,
    ),
    ...unless(
      value < (limit("exclusiveMaximum") ?? Infinity),
      `${named(at)} must be less than ${limit("exclusiveMaximum")}`,
    ),
    ...unless(isStep, `${named(at)} must be a multiple of ${step}`),
  ];
};

const ofText: Check = (schema, value, at) =>
  typeof value === "string"
    ? inBounds(schema, [...value].length, { at, of: "Length", unit: "characters" })
    : [];

const ofList: Check = (schema, value, at) => {
  if (!Array.isArray(value)) return [];
  const { items, uniqueItems } = schema;
  const distinct = uniqueItems === true ? new Set(value.map(canonical)).size : value.length;
  return [
    ...inBounds(schema, value.length, { at, of: "Items", unit: "items" }),
    ...unless(distinct === value.length, `${named(at)} must not hold anything twice`),
    ...value.flatMap((item, index) =>
      items === undefined ? [] : problemsOf(items, item, `${at}[${index}]`),
    ),
  ];
};

const ofObject: Check = (schema, value, at) => {
  if (!isRecord(value)) return [];
  const { additionalProperties: others } = schema;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const below = (name: string) => (at === "" ? name : `${at}.${name}`);
  return [
    ...required.flatMap((name) => unless(Object.hasOwn(value, name), `${below(String(name))} is missing`)),
    ...inBounds(schema, Object.keys(value).length, { at, of: "Properties", unit: "fields" }),
    ...Object.entries(value).flatMap(([name, part]) => {
      if (Object.hasOwn(properties, name)) return problemsOf(properties[name], part, below(name));
      if (others === false)
        return [`${below(name)} is not known; there are: ${Object.keys(properties).join(", ")}`];
      return problemsOf(others, part, below(name));
    }),
  ];
};

const ofParts: Check = (schema, value, at) => {
  const fitting = (list: unknown) =>
    Array.isArray(list) ? list.filter((part) => problemsOf(part, value, at).length === 0).length : undefined;
  const [any, one] = [fitting(schema["anyOf"]), fitting(schema["oneOf"])];
  const all = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  return [
    ...unless(any !== 0, `${named(at)} fits none of the allowed forms`),
    ...unless(one === undefined || one === 1, `${named(at)} must fit exactly one of the allowed forms`),
    ...all.flatMap((part) => problemsOf(part, value, at)),
  ];
};

const CHECKS: readonly Check[] = [ofChoice, ofNumber, ofText, ofList, ofObject, ofParts];

interface Bounds {
  at: string;
  of: "Length" | "Items" | "Properties";
  unit: string;
}

function inBounds(schema: Record<string, unknown>, size: number, { at, of, unit }: Bounds): string[] {
  const [least, most] = [numberOf(schema, `min${of}`), numberOf(schema, `max${of}`)];
  return [
    ...unless(size >= (least ?? 0), `${named(at)} must have at least ${least} ${unit}`),
    ...unless(size <= (most ?? Infinity), `${named(at)} must have at most ${most} ${unit}`),
  ];
}

function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem];
}

function numberOf(schema: Record<string, unknown>, keyword: string): number | undefined {
  const limit = schema[keyword];
  return typeof limit === "number" ? limit : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function named(at: string): string {
  return at === "" ? "the value" : at;
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, 300);
}

function same(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with sorted keys, for comparison. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
