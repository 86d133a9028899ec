/** Arguments of a tool that its server wants as headers too, so that whoever stands between routes by them. */
import { z } from "zod";

export interface HeaderArgument {
  /** As the server named it, without what all such headers begin with. */
  name: string;
  /** Keys that lead to the argument. */
  path: string[];
}

const ANNOTATION = "x-mcp-header";
/** What a header may be called. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;
const PRIMITIVE = new Set(["string", "integer", "boolean"]);
/** No argument that anybody sends lies deeper. */
const DEEPEST = 40;

const Node = z.record(z.string(), z.unknown());
const Types = z.union([z.string().transform((type) => [type]), z.array(z.string())]);

/** Undefined when an annotation is not as the protocol has it: then the tool is not to be used. */
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
  /** By names of properties alone: not within a list, nor where one of several schemas holds. */
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

/** Those of a call; what is not among its arguments has none. */
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

/** As it may stand in a header: packed where it holds more than ASCII, or looks as if it were packed. */
export function headerValue(value: string): string {
  if (PLAIN.test(value) && !ENCODED.test(value)) return value;
  const bytes = new TextEncoder().encode(value);
  return `=?base64?${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}?=`;
}
