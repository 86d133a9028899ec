/** The Hono app as a table of contents: middleware before every route, the routes, and one place for errors. */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { AppError, type Failure } from "../domain/errors.ts";
import { isStorageFailure } from "../platform/storage-failure.ts";
import type { Env } from "./env.ts";
import { publicAddress } from "./http/address/public-address.ts";
import { type ApiContext, type ApiEnv, errorResponse, routesOf } from "./http/api.ts";
import { guardedBy } from "./http/authentication/authenticate.ts";
import { crossOrigin } from "./http/cross-origin.ts";
import { keyHeader } from "./http/key-header.ts";
import { limitBody, limitWebhook } from "./http/limit-body.ts";
import { nothingHere } from "./http/nothing-here.ts";
import { tableOf } from "./http/openapi/table.ts";
import { OWN_PATHS } from "./http/own-paths.ts";
import { requestId } from "./http/request-id.ts";
import type { Part } from "./part.ts";
import { KERNEL } from "./services/kernel.ts";
import { LOAD } from "./services/load.ts";
import { type SealedServices, serviceReader } from "./services/sealed.ts";

/** Paths of the APIs that others have defined, and all that programs of other origins call with a key. */
const COMPATIBLE = ["/v1/*", "/chat/completions"];
const FOR_PROGRAMS = [...COMPATIBLE, "/api/v1/*", "/mcp", "/oauth/*", "/.well-known/*"];

const BROKEN = "Something went wrong inside Nightjar. Try again; the log says more.";
const NO_DISK =
  "Nightjar can't use its storage: its disk is probably full. Everything saved is safe. Make room on the disk, or ask the person who runs this Nightjar, then try again.";

const clockOf = serviceReader(LOAD);
const kernel = serviceReader(KERNEL);

/** Undefined if the request failed before it was given its services. */
const kernelOf = (context: ApiContext) => (context.get("services") ? kernel(context) : undefined);

export function createApp(parts: readonly Part[], servicesFor: (env: Env) => SealedServices): Hono<ApiEnv> {
  const routes = parts.flatMap((part) => part.routes ?? []);
  const guard = guardedBy(parts.flatMap((part) => part.authenticators ?? []));
  const app = new Hono<ApiEnv>();
  app.use("*", async (context, next) => {
    const services = servicesFor(context.env);
    context.set("services", services);
    context.executionCtx.waitUntil(clockOf(context).clock.tickIfDue());
    await next();
  });
  app.use("*", requestId);
  app.use("*", publicAddress);
  for (const path of FOR_PROGRAMS) app.use(path, crossOrigin);
  for (const path of COMPATIBLE) app.use(path, keyHeader);
  app.use("/api/*", limitBody);
  app.use("/webhooks/*", limitWebhook);
  app.use("/signin/*", secureHeaders());
  app.route("/", routesOf(tableOf(routes), guard));

  app.on("ALL", [...OWN_PATHS], nothingHere);

  // Reached only where the web app is not served before the Worker is asked, as under `npm start`.
  app.notFound((context) => context.env.ASSETS.fetch(context.req.raw));

  app.onError((problem, context) => {
    if (problem instanceof AppError) return errorResponse(context, toldOf(context, problem));
    const request_id = context.get("request_id");
    kernelOf(context)?.log.error("request_broke", {
      request_id,
      path: shownPath(context.req.path),
      problem: String(problem),
      stack: problem.stack ?? null,
    });
    // Cloudflare's storage has no disk that anybody could make room on.
    const isDisk = context.env.RUNS_ALONE === "true" && isStorageFailure(problem);
    return errorResponse(context, { error: "internal", reason: isDisk ? NO_DISK : BROKEN, request_id });
  });
  return app;
}

/** The path without the secret of a hook, which may be its end. */
function shownPath(path: string): string {
  return path.replace(/(\/hooks\/[^/]+\/in\/).*/, "$1[secret]");
}

function toldOf(context: ApiContext, { kind, reason, retry_after_s, unfit }: AppError): Failure {
  return {
    error: kind,
    reason: safeReason(context, reason),
    ...(retry_after_s !== undefined && { retry_after_s }),
    ...(unfit && { unfit }),
  };
}

/** Redacts a reason: reasons are public, and some quote what others said. */
function safeReason(context: ApiContext, reason: string): string {
  return kernelOf(context)?.redact(reason) ?? reason;
}
