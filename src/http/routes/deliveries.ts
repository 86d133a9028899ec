/** What became of replies on their way to a channel, and sending them again. */
import { z } from "zod";
import { type ApiContext, type Route, readQuery, unwrap } from "../api.ts";
import { target } from "../conversation-access.ts";
import { limit } from "../query.ts";

const PageQuery = z.object({
  status: z.enum(["pending", "sent", "failed"]).optional(),
  cursor: z.string().max(100).optional(),
  limit: limit({ usual: 50, most: 200 }),
});

export const deliveryRoutes: Route[] = [
  {
    method: "get",
    path: "/conversations/:id/deliveries",
    access: "person",
    summary: "Replies on their way to a channel: sent, pending or failed.",
    handler: list,
  },
  {
    method: "post",
    path: "/conversations/:id/deliveries/:delivery/retry",
    access: "person",
    summary: "Sends a failed reply again, from the first part that was not acknowledged.",
    handler: retry,
  },
];

async function list(context: ApiContext): Promise<Response> {
  const { status, cursor, limit } = readQuery(context, PageQuery);
  const { stub, principal } = target(context);
  const query = { before: cursor ?? null, status: status ?? null, limit };
  return context.json(unwrap(await stub.deliveries(principal, query)));
}

async function retry(context: ApiContext): Promise<Response> {
  const { stub, principal } = target(context);
  return context.json(unwrap(await stub.retryDelivery(principal, context.req.param("delivery") ?? "")), 202);
}
