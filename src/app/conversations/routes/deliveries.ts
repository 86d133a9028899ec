/** Deliveries of replies to a channel: their state, and sending them again. */
import { z } from "zod";
import { listOf } from "../../../contract/schema.ts";
import { DeliveryShape } from "../../../contract/turns.ts";
import { defineRoute, type Route, unwrap } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { ofConversation, target } from "../conversation-access.ts";

const PageQuery = () =>
  z.object({
    status: z.enum(["pending", "sent", "failed"]).optional(),
    cursor: z.string().max(100).optional(),
    limit: limit({ usual: 50, most: 200 }),
  });

const BASE = "/conversations/:id/deliveries";

export const deliveryRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: "read" },
    summary: "Replies on their way to a channel: sent, pending or failed.",
    params: ofConversation,
    query: PageQuery,
    answers: () => ({ 200: listOf(DeliveryShape()) }),
    async handler(context, { query: { status, cursor, limit } }) {
      const { stub, principal } = target(context);
      const query = { before: cursor ?? null, status: status ?? null, limit };
      return reply(200, unwrap(await stub.deliveries(principal, query)));
    },
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/:delivery/retry`,
    policy: { who: "person", scope: "write" },
    summary: "Sends a failed reply again, from the first part that was not acknowledged.",
    params: () => ofConversation().extend({ delivery: z.string().max(100) }),
    body: nothing,
    answers: () => ({ 202: DeliveryShape() }),
    async handler(context, { params }) {
      const { stub, principal } = target(context);
      return reply(202, unwrap(await stub.retryDelivery(principal, params.delivery)));
    },
  }),
];
