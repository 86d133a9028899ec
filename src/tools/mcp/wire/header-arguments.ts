/** Tool arguments that the server also wants as headers, for proxies that route by them. */
import { z } from "zod";

interface HeaderArgument {
  /** Header name without the common prefix. */
  name: string;
  /** Property names that lead to the argument. */
  path: string[];
}

const ANNOTATION = "x-mcp-header";
/** Matches a valid header name. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const PRIMITIVE = new Set(["string", "integer", "boolean"]);
/** Depth limit: real arguments are never deeper. */
const DEEPEST = 40;

const Node = z.record(z.string(), z.unknown());
const Types = z.union([z.string().transform((type) => [type]), z.array(z.string())]);

/** Finds the annotated arguments. Undefined when an annotation is invalid: then the tool must not be used. */
export function mirroredIn(schema: object): HeaderArgument[] | undefined {
  const found: (HeaderArgument | undefined)[] = [];
  look({ node: schema, path: [], isReachable: true, depth: 0 }, found);
  const valid = found.filter((each) => each !== undefined);
  const names = new Set(valid.map(({ name }) => name.toLowerCase()));
  return names.size === found.length ? valid : undefined;
}

interface Place {
  node: unknown;
  path: string[];
  /** The path consists of property names only: no array items, no alternatives such as `anyOf`. */
  isReachable: boolean;
  depth: number;
}

function look({ node, path, isReachable, depth }: Place, found: (HeaderArgument | undefined)[]): void {
  if (depth > DEEPEST) return;
  if (Array.isArray(node)) {
    for (const each of node) look({ node: each, path, isReachable: false, depth: depth + 1 }, found);
    return;
  }
  const schema = Node.safeParse(node);
  if (!schema.success) return;
  if (ANNOTATION in schema.data) found.push(isReachable ? mirrored(schema.data, path) : undefined);
  for (const [key, value] of Object.entries(schema.data)) {
    const properties = key === "properties" ? Node.safeParse(value).data : undefined;
    if (properties === undefined) look({ node: value, path, isReachable: false, depth: depth + 1 }, found);
    else
      for (const [name, each] of Object.entries(properties))
        look({ node: each, path: [...path, name], isReachable, depth: depth + 1 }, found);
  }
}

function mirrored(schema: Record<string, unknown>, path: string[]): HeaderArgument | undefined {
  const name = schema[ANNOTATION];
  const types = Types.safeParse(schema["type"]).data?.filter((type) => type !== "null") ?? [];
  const isPrimitive = types.length > 0 && types.every((type) => PRIMITIVE.has(type));
  return typeof name === "string" && TOKEN.test(name) && isPrimitive && path.length > 0
    ? { name, path }
    : undefined;
}

/** Headers of a call; an argument that is absent has none. */
export function headersOf(schema: object, args: unknown): Record<string, string> {
  const entries = (mirroredIn(schema) ?? []).flatMap(({ name, path }) => {
    const value = path.reduce<unknown>((at, key) => Node.safeParse(at).data?.[key], args);
    return typeof value === "string" || typeof value === "boolean" || Number.isSafeInteger(value)
      ? [[`mcp-param-${name.toLowerCase()}`, headerValue(String(value))]]
      : [];
  });
  return Object.fromEntries(entries);
}

const PLAIN = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/;
const ENCODED = /^=\?base64\?.*\?=$/;

/** Encodes a header value: as base64 when it is not plain ASCII, or looks encoded itself. */
export function headerValue(value: string): string {
  if (PLAIN.test(value) && !ENCODED.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}?=`;
}
