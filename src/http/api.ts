/** What routes share: the request's context, its principal, and the one shape of errors. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { AppError, type ErrorKind, type Failure } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { Env } from "../env.ts";
import type { House } from "../house.ts";

export interface ApiEnv {
  Bindings: Env;
  Variables: { house: House; principal: Principal };
}

export type ApiContext = Context<ApiEnv>;

/**
 * Who may call a route. A route without a policy cannot be declared.
 * - `public`: anybody, without signing in.
 * - `person`: whoever is signed in; handlers compare owners.
 * - `admin`: the operator.
 */
export type Access = "public" | "person" | "admin";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Where the API begins; the few routes that stand elsewhere say so. */
export const API_ROOT = "/api/v1";

export interface Route {
  /** Before the path; `API_ROOT` when nothing is said. The Worker's own paths are in own-paths.ts. */
  root?: "" | "/webhooks";
  method: Method;
  path: string;
  access: Access;
  /** What it does, for the API description. */
  summary: string;
  handler(context: ApiContext): Promise<Response> | Response;
}

export function routesOf(
  routes: readonly Route[],
  guard: (access: Access) => MiddlewareHandler<ApiEnv>,
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const { root = API_ROOT, method, path, access, handler } of routes)
    app.on(method.toUpperCase(), `${root}${path}`, guard(access), handler);
  return app;
}

const STATUS: Record<ErrorKind, ContentfulStatusCode> = {
  unauthorized: 401,
  forbidden: 403,
  malformed_token: 401,
  malformed_request: 400,
  login_fail: 401,
  resource_not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  rate_limited: 429,
  budget_exceeded: 402,
  internal: 500,
  api_fail: 502,
  tool_call_fail: 502,
};

export function errorResponse(context: Context, failure: Failure): Response {
  return context.json({ error: failure.error, reason: failure.reason }, STATUS[failure.error]);
}

/** The body as checked JSON. Throws an AppError that says which field is wrong. */
export async function readBody<S extends z.ZodType>(context: ApiContext, schema: S): Promise<z.output<S>> {
  return checked(schema, await jsonOf(context));
}

/**
 * The fields that the body names, checked, and no others: a default stands for what a new thing lacks, never for what a
 * change leaves out. Throws an AppError that says which field is wrong.
 */
export async function readChange<S extends z.ZodObject>(
  context: ApiContext,
  schema: S,
): Promise<Partial<z.output<S>>> {
  const value = await jsonOf(context);
  const change = checked(schema.partial(), value);
  return namedIn(value, change) as Partial<z.output<S>>;
}

function namedIn(given: unknown, checked: unknown): unknown {
  if (!isPlain(given) || !isPlain(checked)) return checked;
  const named = Object.entries(checked).filter(([name]) => Object.hasOwn(given, name));
  return Object.fromEntries(named.map(([name, value]) => [name, namedIn(given[name], value)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function jsonOf(context: ApiContext): Promise<unknown> {
  const text = await context.req.text();
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    throw new AppError("malformed_request", "The body is not valid JSON.");
  }
}

export function readQuery<S extends z.ZodType>(context: ApiContext, schema: S): z.output<S> {
  return checked(schema, context.req.query());
}

function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AppError("malformed_request", result.error.issues.map(sentenceOf).join("; "));
}

/** For example `message: expected string, received number`. */
function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  const text = message.replace(/^Invalid (input|option): /, "");
  return path.length > 0 ? `${path.join(".")}: ${text}` : text;
}

/** The value of an object's answer, or its failure thrown as an AppError. */
export function unwrap<T>(answer: { ok: true; value: T } | { ok: false; failure: Failure }): T {
  if (answer.ok) return answer.value;
  throw new AppError(answer.failure.error, answer.failure.reason);
}
