/**
 * Definitions that all routes share: how a route is declared, the request's context, its principal, and the one shape of
 * errors.
 */
import { type Context, Hono, type MiddlewareHandler } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { AppError, type ErrorKind, type Failure } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { APP_SCOPES, MCP_PATH } from "../../people/connected-app.ts";
import type { Env } from "../env.ts";
import type { SealedServices } from "../services/sealed.ts";
import {
  anthropicError,
  compatibleError,
  isAnthropic,
  isCompatible,
  mayBeRetried,
} from "./compatible-error.ts";
import type { KeptCall } from "./openapi/kept-calls.ts";
import { inputOf, prepareSchemas } from "./parse.ts";
import type { Policy } from "./policy.ts";
import type { Answers, Reply, ReplyOf } from "./reply.ts";

export interface ApiEnv {
  Bindings: Env;
  Variables: {
    services: SealedServices;
    principal: Principal;
    /** Undefined if the request failed before it had one. */
    request_id?: string;
    /** On a route that anybody may call: authenticates the caller as elsewhere; undefined for somebody unknown. */
    asking: () => Promise<Principal | undefined>;
    /** A session that this request has extended: its cookie, and when it expires (ms since the epoch). */
    renewed?: { token: string; expires_at: number };
  };
}

export type ApiContext = Context<ApiEnv>;

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Root of the API; the few routes that stand elsewhere say so. */
export const API_ROOT = "/api/v1";

type Fields = z.ZodObject;

interface Declared {
  /** Prefix of the path; `API_ROOT` by default. The Worker's own paths are in own-paths.ts. */
  readonly root?: "" | "/webhooks";
  readonly method: Method;
  readonly path: string;
  readonly policy: Policy;
  /** One sentence for the API description. */
  readonly summary: string;
  /** Media types of a body that the handler reads itself; a route has these or `body`. */
  readonly takes?: readonly string[];
  /** Largest JSON body in bytes; `MAX_JSON_BYTES` by default. */
  readonly most?: number;
}

/** The handler's input, parsed by the schemas of its route. */
export interface Input<P extends Fields, Q extends Fields, B extends z.ZodType> {
  params: z.output<P>;
  query: z.output<Q>;
  body: z.output<B>;
}

/**
 * A route as its file declares it. Schemas are functions, called when they are first needed, so that a Worker starts
 * without them. Names that a schema does not have are refused; so is a query or a body where none is declared.
 */
export interface RouteSpec<P extends Fields, Q extends Fields, B extends z.ZodType, A extends Answers>
  extends Declared {
  /** Schema of the path parameters. A value that does not fit is answered by `resource_not_found`. */
  readonly params?: () => P;
  readonly query?: () => Q;
  /** Schema of a JSON body. */
  readonly body?: () => B;
  readonly answers: () => A;
  handler(context: ApiContext, input: Input<P, Q, B>): Promise<ReplyOf<A>> | ReplyOf<A>;
}

/** A route as the table holds it. */
export interface Route extends Declared {
  readonly params?: () => Fields;
  readonly query?: () => Fields;
  readonly body?: () => z.ZodType;
  readonly answers: () => Answers;
  readonly handler: (context: ApiContext) => Promise<Response> | Response;
}

type None = z.ZodObject<Record<never, never>>;

/** The route, with a handler that gets its input parsed. */
export function defineRoute<
  P extends Fields = None,
  Q extends Fields = None,
  B extends z.ZodType = z.ZodUndefined,
  const A extends Answers = Answers,
  const M extends Method = Method,
  const Path extends string = string,
>(declaration: RouteSpec<P, Q, B, A> & { method: M; path: Path } & KeptCall<M, Path, A, B>): Route {
  const { handler, ...spec }: RouteSpec<P, Q, B, A> = declaration;
  const declared = { ...spec, ...prepareSchemas(spec) };
  return {
    ...declared,
    handler: async (context) => {
      const { req } = context;
      const given = { params: req.param(), query: req.query(), request: req.raw };
      return written(context, await handler(context, (await inputOf(declared, given)) as Input<P, Q, B>));
    },
  };
}

function written(context: ApiContext, answer: Reply | Response): Response {
  if (answer instanceof Response) return answer;
  return context.json(answer.body as object, answer.status as ContentfulStatusCode, answer.headers);
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
  unconfirmed: 409,
  payload_too_large: 413,
  rate_limited: 429,
  overloaded: 503,
  budget_exceeded: 402,
  internal: 500,
  api_fail: 502,
  tool_call_fail: 502,
};

export const ERROR_KINDS = Object.keys(STATUS) as ErrorKind[];

/** `request_id` leads to the line of the log. */
interface ToldFailure extends Failure {
  request_id?: string | undefined;
}

export function errorResponse(context: Context, failure: ToldFailure): Response {
  const { error, reason, retry_after_s, unfit, request_id } = failure;
  if (retry_after_s !== undefined) context.header("retry-after", String(retry_after_s));
  const status = unfit ? 422 : STATUS[error];
  if (status === 401) context.header("www-authenticate", challengeOf(context));
  if (!isCompatible(context.req.path)) return context.json({ error, reason, request_id }, status);
  if (!mayBeRetried(failure)) context.header("x-should-retry", "false");
  const told = isAnthropic(context.req.path) ? anthropicError(failure) : compatibleError(failure);
  return context.json(told, status);
}

/**
 * Every 401 says how to authenticate. Clients of the Model Context Protocol are told where to find the authorization server
 * (RFC 9728).
 */
function challengeOf({ req }: Context): string {
  const isWrong = req.header("authorization") !== undefined;
  const metadata = new URL(`/.well-known/oauth-protected-resource${MCP_PATH}`, req.url).href;
  const where =
    req.path === MCP_PATH ? `, resource_metadata="${metadata}", scope="${APP_SCOPES.join(" ")}"` : "";
  return `Bearer realm="Nightjar"${isWrong ? ', error="invalid_token"' : ""}${where}`;
}

/** The value of an object's answer. Throws its failure as an AppError. */
export function unwrap<T>(answer: { ok: true; value: T } | { ok: false; failure: Failure }): T {
  if (answer.ok) return answer.value;
  const { error, reason, retry_after_s } = answer.failure;
  throw new AppError(error, reason, { retry_after_s });
}
