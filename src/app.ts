/** The Hono app as a table of contents: what comes before every route, the routes, and one place for errors. */
import { Hono } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { AppError } from "./domain/errors.ts";
import { type ApiContext, type ApiEnv, errorResponse, type Route, routesOf } from "./http/api.ts";
import { guard } from "./http/authenticate.ts";
import { limitBody } from "./http/limit-body.ts";
import { describeApi } from "./http/openapi.ts";
import { OWN_PATHS } from "./http/own-paths.ts";
import { accountRoutes } from "./http/routes/accounts.ts";
import { authRoutes, signIn } from "./http/routes/auth.ts";
import { budgetRoutes } from "./http/routes/budgets.ts";
import { chatRoutes } from "./http/routes/chat.ts";
import { conversationBranchRoutes } from "./http/routes/conversation-branches.ts";
import { conversationInputRoutes } from "./http/routes/conversation-inputs.ts";
import { conversationRoutes } from "./http/routes/conversations.ts";
import { deliveryRoutes } from "./http/routes/deliveries.ts";
import { fileRoutes } from "./http/routes/files.ts";
import { instanceRoutes } from "./http/routes/instance.ts";
import { jobRoutes } from "./http/routes/jobs.ts";
import { mcpRoutes } from "./http/routes/mcp.ts";
import { memoryRoutes } from "./http/routes/memory/memory.ts";
import { skillRoutes } from "./http/routes/skills.ts";
import { turnRoutes } from "./http/routes/turns.ts";
import { workspaceRoutes } from "./http/routes/workspace.ts";
import { houseOf } from "./wiring.ts";

export const ROUTES: readonly Route[] = [
  ...authRoutes,
  ...chatRoutes,
  ...conversationRoutes,
  ...conversationInputRoutes,
  ...conversationBranchRoutes,
  ...deliveryRoutes,
  ...turnRoutes,
  ...instanceRoutes,
  ...accountRoutes,
  ...budgetRoutes,
  ...workspaceRoutes,
  ...fileRoutes,
  ...memoryRoutes,
  ...jobRoutes,
  ...skillRoutes,
  ...mcpRoutes,
];

export const app = new Hono<ApiEnv>();

app.use("*", async (context, next) => {
  const house = houseOf(context.env);
  context.set("house", house);
  context.executionCtx.waitUntil(house.clock.tickIfDue());
  await next();
});
app.use("/api/*", limitBody);
app.get("/signin/:token", secureHeaders(), signIn);
app.get("/api/v1/openapi.json", (context) => context.json(describeApi(ROUTES)));
app.route("/api/v1", routesOf(ROUTES, guard));

app.on("ALL", [...OWN_PATHS], (context) =>
  errorResponse(context, {
    error: "resource_not_found",
    reason: `There is no ${context.req.method} ${context.req.path}. GET /api/v1/openapi.json lists what there is.`,
  }),
);

// Only where the web app is not served before the Worker is asked, as under `npm start`.
app.notFound((context) => context.env.ASSETS.fetch(context.req.raw));

/** Reasons are public, and some quote what others said. */
function safeReason(context: ApiContext, reason: string): string {
  return context.get("house")?.redact(reason) ?? reason;
}

app.onError((problem, context) => {
  if (problem instanceof AppError)
    return errorResponse(context, { error: problem.kind, reason: safeReason(context, problem.reason) });
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
