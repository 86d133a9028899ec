/**
 * Browser programs of other origins, which bear a key (CORS). The session cookie never counts for them: an answer with a
 * wildcard is hidden from a page that sends cookies, and a request with a cookie gets none.
 */
import { createMiddleware } from "hono/factory";
import type { ApiContext, ApiEnv } from "./api.ts";

const METHODS = "GET, POST, PUT, PATCH, DELETE";
/** Seconds for which browsers remember the answer to a preflight: the longest that Chromium takes. */
const REMEMBERED_S = 7_200;

export const crossOrigin = createMiddleware<ApiEnv>(async (context, next) => {
  const { req } = context;
  if (req.header("origin") === undefined) return next();
  if (req.method === "OPTIONS" && req.header("access-control-request-method") !== undefined)
    return preflight(context);
  await next();
  if (req.header("cookie") !== undefined || context.res.status === 101) return;
  context.res.headers.set("access-control-allow-origin", "*");
  context.res.headers.set("access-control-expose-headers", "*");
  context.res.headers.append("vary", "origin");
});

/** Names the headers that are asked for: a wildcard would leave out `authorization`. */
function preflight({ req }: ApiContext): Response {
  const headers = new Headers({
    "access-control-allow-origin": "*",
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers":
      req.header("access-control-request-headers") ?? "authorization, content-type",
    "access-control-max-age": String(REMEMBERED_S),
    vary: "origin, access-control-request-headers",
  });
  if (req.header("access-control-request-private-network") === "true")
    headers.set("access-control-allow-private-network", "true");
  return new Response(null, { status: 204, headers });
}
