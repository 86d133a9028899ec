/** Route for a person's stored amounts and quotas. */
import { z } from "zod";
import { namedSchema } from "../../contract/schema.ts";
import { COUNTED } from "../../quotas/quota.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";

const UsageShape = namedSchema("KeptByPerson", () =>
  z.object({ items: z.array(z.object({ what: z.enum(COUNTED), used: z.number(), limit: z.number() })) }),
);

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
