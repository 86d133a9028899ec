/** The Hono app as a table of contents: what comes before every route, the routes, and one place for errors. */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { AppError, type Failure } from "../domain/errors.ts";
import type { Env } from "./env.ts";
import type { House } from "./house.ts";
import { type ApiContext, type ApiEnv, errorResponse, routesOf } from "./http/api.ts";
import { guardedBy } from "./http/authentication/authenticate.ts";
import { limitBody, limitWebhook } from "./http/limit-body.ts";
import { nothingHere } from "./http/nothing-here.ts";
import { tableOf } from "./http/openapi/describe.ts";
import { OWN_PATHS } from "./http/own-paths.ts";
import type { Part } from "./part.ts";

export function createApp(parts: readonly Part[], houseOf: (env: Env) => House): Hono<ApiEnv> {
  const routes = parts.flatMap((part) => part.routes ?? []);
  const guard = guardedBy(parts.flatMap((part) => part.authenticators ?? []));
  const app = new Hono<ApiEnv>();
  app.use("*", async (context, next) => {
    const house = houseOf(context.env);
    context.set("house", house);
    context.executionCtx.waitUntil(house.clock.tickIfDue());
    await next();
  });
  app.use("/api/*", limitBody);
  app.use("/webhooks/*", limitWebhook);
  app.use("/signin/*", secureHeaders());
  app.route("/", routesOf(tableOf(routes), guard));

  app.on("ALL", [...OWN_PATHS], nothingHere);

  // Only where the web app is not served before the Worker is asked, as under `npm start`.
  app.notFound((context) => context.env.ASSETS.fetch(context.req.raw));

  app.onError((problem, context) => {
    if (problem instanceof AppError) return errorResponse(context, toldOf(context, problem));
    context.get("house")?.log.error("request_broke", {
      path: context.req.path,
      problem: String(problem),
      stack: problem.stack ?? null,
    });
    return errorResponse(context, {
      error: "internal",
      reason: "Something went wrong inside Nightjar. Try again; the log says more.",
    });
  });
  return app;
}

function toldOf(context: ApiContext, { kind, reason, retry_after_s, unfit }: AppError): Failure {
  return {
    error: kind,
    reason: safeReason(context, reason),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(unfit && { unfit }),
  };
}

/** Reasons are public, and some quote what others said. */
function safeReason(context: ApiContext, reason: string): string {
  return context.get("house")?.redact(reason) ?? reason;
}
