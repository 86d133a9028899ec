/** What routes share: how one is declared, the request's context, its principal, and the one shape of errors. */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { AppError, type ErrorKind, type Failure } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { Env } from "../env.ts";
import type { SealedServices } from "../services/sealed.ts";
import { COMPATIBLE_ROOT, compatibleError } from "./compatible-error.ts";
import { inputOf, prepareSchemas } from "./parse.ts";
import type { Policy } from "./policy.ts";

export interface ApiEnv {
  Bindings: Env;
  Variables: {
    services: SealedServices;
    principal: Principal;
    /** On a route that anybody may call: who asks, by the same ways as elsewhere; undefined is nobody known here. */
    asking: () => Promise<Principal | undefined>;
    /** A session that this request has given a new life: its cookie, and until when (ms since the epoch). */
    renewed?: { token: string; expires_at: number };
  };
}

export type ApiContext = Context<ApiEnv>;

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Where the API begins; the few routes that stand elsewhere say so. */
export const API_ROOT = "/api/v1";

/** What comes back with a status: JSON of that schema, Server-Sent Events, a file's bytes, a page elsewhere, nothing. */
export type Answer = z.ZodType | "stream" | "file" | "socket" | "redirect" | "empty";
export type Answers = Readonly<Record<number, Answer | readonly Answer[]>>;

type Fields = z.ZodObject;

interface Declared {
  /** Before the path; `API_ROOT` when nothing is said. The Worker's own paths are in own-paths.ts. */
  readonly root?: "" | "/webhooks";
  readonly method: Method;
  readonly path: string;
  readonly policy: Policy;
  /** What it does, for the API description. */
  readonly summary: string;
  /** Media types of a body that the handler reads itself; a route has these or `body`. */
  readonly takes?: readonly string[];
  /** The most bytes of a JSON body, where `MAX_JSON_BYTES` are not the right number. */
  readonly most?: number;
  /** What comes back where all goes well; how errors look is the same everywhere. */
  readonly answers: () => Answers;
}

/** What a handler is given: parsed by the schemas of its route. */
export interface Input<P extends Fields, Q extends Fields, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}

/**
 * A route as its file declares it. Schemas are functions, called when they are first needed: a Worker starts without them.
 * A name that a schema does not have is refused; so is a query or a body where none is declared.
 */
export interface RouteSpec<P extends Fields, Q extends Fields, B extends z.ZodType> extends Declared {
  /** Of the names in the path. What does not fit is answered by `resource_not_found`. */
  readonly params?: () => P;
  readonly query?: () => Q;
  /** Of a JSON body. */
  readonly body?: () => B;
  handler(context: ApiContext, input: Input<P, Q, B>): Promise<Response> | Response;
}

/** A route as the table holds it. */
export interface Route extends Declared {
  readonly params?: () => Fields;
  readonly query?: () => Fields;
  readonly body?: () => z.ZodType;
  readonly handler: (context: ApiContext) => Promise<Response> | Response;
}

type None = z.ZodObject<Record<never, never>>;

/** The route, whose handler gets what its schemas have parsed. */
export function defineRoute<
  P extends Fields = None,
  Q extends Fields = None,
  B extends z.ZodType = z.ZodUndefined,
>({ handler, ...spec }: RouteSpec<P, Q, B>): Route {
  const declared = { ...spec, ...prepareSchemas(spec) };
  return {
    ...declared,
    handler: async (context) => {
      const { req } = context;
      const given = { params: req.param(), query: req.query(), request: req.raw };
      return handler(context, (await inputOf(declared, given)) as Input<P, Q, B>);
    },
  };
}

export function routesOf(
  routes: readonly Route[],
  guard: (policy: Policy) => MiddlewareHandler<ApiEnv>,
): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  for (const route of routes)
    app.on(
      route.method.toUpperCase(),
      `${route.root ?? API_ROOT}${route.path}`,
      guard(route.policy),
      route.handler,
    );
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

export const ERROR_KINDS = Object.keys(STATUS) as ErrorKind[];

export function errorResponse(context: Context, failure: Failure): Response {
  const { error, reason, retry_after_s, unfit } = failure;
  if (retry_after_s !== undefined) context.header("retry-after", String(retry_after_s));
  const status = unfit ? 422 : STATUS[error];
  if (status === 401) context.header("www-authenticate", challengeOf(context));
  const isCompatible = context.req.path.startsWith(COMPATIBLE_ROOT);
  return context.json(isCompatible ? compatibleError(failure) : { error, reason }, status);
}

/** Every 401 names the way to ask again: programs look for it, those that speak the Model Context Protocol among them. */
function challengeOf({ req }: Context): string {
  const isWrong = req.header("authorization") !== undefined;
  return `Bearer realm="Nightjar"${isWrong ? ', error="invalid_token"' : ""}`;
}

/** The value of an object's answer, or its failure thrown as an AppError. */
export function unwrap<T>(answer: { ok: true; value: T } | { ok: false; failure: Failure }): T {
  if (answer.ok) return answer.value;
  const { error, reason, retry_after_s } = answer.failure;
  throw new AppError(error, reason, { retry_after_s });
}
