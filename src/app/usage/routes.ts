/** Route for a person's stored amounts and quotas. */
import { UsageShape } from "../../contract/people/me.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

export const usageRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me/usage",
    policy: { who: "member", scope: "read" },
    summary: "What one keeps here, and how much one may; counted up to a minute ago.",
    answers: () => ({ 200: UsageShape() }),
    handler: usage,
  }),
];

async function usage(context: ApiContext) {
  return reply(200, { items: await servicesOf(context).quotas.usage(context.get("principal").owner) });
}
