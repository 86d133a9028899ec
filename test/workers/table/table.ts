/** The table of the product's routes, and requests that fit each of them. */
import { exports } from "cloudflare:workers";
import { API_ROOT, type Route } from "../../../src/app/http/api.ts";
import { describeApi } from "../../../src/app/http/openapi/describe.ts";
import { collectSchemas, type JsonSchema } from "../../../src/app/http/openapi/json-schemas.ts";
import { tableOf } from "../../../src/app/http/openapi/table.ts";
import { PARTS } from "../../../src/app/list.ts";

export const TABLE = tableOf(PARTS.flatMap(({ routes = [] }) => routes));
export const DESCRIPTION = describeApi(TABLE);
const SOMEBODY = "00000000000000000000";
const worker = (exports as unknown as { default: Fetcher }).default;

/** For people to read: `POST /chat`. */
export function nameOf({ method, root = "", path }: Route): string {
  return `${method.toUpperCase()} ${root}${path}`;
}

/** A request to the route, of things that are not there, or of that conversation. */
export function requestOf(route: Route, headers: Record<string, string>, conversation = `cnv_${SOMEBODY}`) {
  const { method, root = API_ROOT, path } = route;
  const filled = path.replace(":id", conversation).replaceAll(/:[a-z_]+(\{[^}]*\})?/g, "nothing");
  const body = method === "get" ? {} : { body: bodyOf(route) };
  return worker.fetch(`http://nightjar.test${root}${filled}${queryOf(route)}`, {
    method: method.toUpperCase(),
    redirect: "manual",
    headers: { ...(path.endsWith("/socket") && { upgrade: "websocket" }), ...headers },
    ...body,
  });
}

/** The query parameters that the route requires. */
function queryOf({ query }: Route): string {
  const least = query ? leastOf(takenBy(query)) : {};
  return `?${new URLSearchParams(least as Record<string, string>)}`;
}

/** The smallest body that the route accepts. */
function bodyOf({ body }: Route): string {
  return JSON.stringify(body ? leastOf(takenBy(body)) : {});
}

export function takenBy(schema: NonNullable<Route["body"] | Route["params"]>): JsonSchema {
  return collectSchemas().taken(schema());
}

function leastOf(schema: JsonSchema): unknown {
  const { type, properties = {}, required = [] } = schema as ObjectSchema;
  const first = [schema["enum"], schema["anyOf"], schema["oneOf"]].map((each) => (each as unknown[])?.[0]);
  if (schema["const"] !== undefined) return schema["const"];
  if (first[0] !== undefined) return first[0];
  if (first[1] ?? first[2]) return leastOf((first[1] ?? first[2]) as JsonSchema);
  if (type === "object")
    return Object.fromEntries(required.map((name) => [name, leastOf(properties[name] ?? {})]));
  if (type === "array") return [];
  if (type === "number" || type === "integer") return 1;
  return type === "boolean" ? true : "x".repeat(Math.max(1, Number(schema["minLength"] ?? 1)));
}

interface ObjectSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Where in a schema an object takes fields that it does not name, though it names some. */
export function openObjectsIn(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties, additionalProperties } = schema as Record<string, unknown>;
  const isOpen = properties !== undefined && additionalProperties !== false;
  const inner = Object.entries(schema).flatMap(([key, value]) => openObjectsIn(value, `${path}/${key}`));
  return isOpen ? [path, ...inner] : inner;
}

/** The fields that are times by their names, with what each may be. */
export function timesIn(schema: unknown, path = ""): { path: string; schema: string }[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(path.endsWith("/properties") && IS_TIME.test(key)
      ? [{ path: `${path}/${key}`, schema: JSON.stringify(value) }]
      : []),
    ...timesIn(value, `${path}/${key}`),
  ]);
}

const IS_TIME = /(?:^|_)(?:at|until|since|ts|time|timestamp|date)$|^valid_/;
