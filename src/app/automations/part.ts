/** Everything that runs by itself, in one list: each part keeps its own automations, and this one only reads them. */
import { z } from "zod";
import {
  AUTOMATION_KINDS,
  AutomationRunsShape,
  AutomationsShape,
} from "../../contract/instance/automations.ts";
import { defineRoute } from "../http/api.ts";
import { limit } from "../http/query.ts";
import { definePart } from "../part.ts";
import { NEEDS } from "./services.ts";

const READ = { who: "member", scope: "read" } as const;

export const automationsPart = definePart({
  name: "automations",
  needs: NEEDS,
  open: () => ({}),
  routes: [
    defineRoute({
      method: "get",
      path: "/automations",
      policy: READ,
      summary:
        "Everything of one's own that runs by itself: schedules, heartbeats, reminders, hooks, webhooks, jobs that recur; for the operator the instance's too.",
      answers: () => ({ 200: AutomationsShape() }),
      handler: async (context) => (await import("./list.ts")).list(context),
    }),
    defineRoute({
      method: "get",
      path: "/automations/:kind/:id/runs",
      policy: READ,
      summary: "Runs of an automation, the newest first: outcome, models and cost as far as they are known.",
      params: () => z.object({ kind: z.enum(AUTOMATION_KINDS), id: z.string().min(1).max(200) }),
      query: () =>
        z.object({ cursor: z.string().max(100).optional(), limit: limit({ usual: 30, most: 100 }) }),
      answers: () => ({ 200: AutomationRunsShape() }),
      handler: async (context, { params, query }) => (await import("./list.ts")).runs(context, params, query),
    }),
  ],
});
