/** Deliveries to a webhook endpoint: the log, a test, and sending one again. */
import { z } from "zod";
import { WebhookDeliveryShape } from "../../../contract/hooks/webhooks.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { hexOf } from "../../../platform/digest.ts";
import type { WebhookDelivery } from "../../../webhooks/endpoint.ts";
import { attemptJob, newDelivery } from "../../../webhooks/queue.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { endpointParams, kitOf, ownEndpoint } from "./endpoints.ts";
import { webhookDeliveryView } from "./view.ts";

const ListQuery = () =>
  z.object({ cursor: z.string().max(60).optional(), limit: limit({ usual: 20, most: 100 }) });
const deliveryParams = () => endpointParams().extend({ delivery: z.string().max(100) });

export const webhookDeliveryRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/webhook-endpoints/:id/deliveries",
    policy: { who: "member", scope: "read" },
    summary: "The deliveries of the last 14 days to a webhook endpoint, the newest first.",
    params: endpointParams,
    query: ListQuery,
    answers: () => ({ 200: listOf(WebhookDeliveryShape()) }),
    async handler(context, { params: { id }, query: { cursor, limit: size } }) {
      const endpoint = await ownEndpoint(context, id);
      const rows = await (await kitOf(context)).deliveries.list(endpoint.id, {
        limit: size + 1,
        before: cursor,
      });
      const items = rows.slice(0, size).map(webhookDeliveryView);
      return reply(200, { items, next_cursor: rows.length > size ? (items.at(-1)?.id ?? null) : null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/webhook-endpoints/:id/test",
    policy: { who: "member", scope: "write" },
    summary: "Sends a made-up event of the type `endpoint.test` to a webhook endpoint.",
    params: endpointParams,
    body: nothing,
    answers: () => ({ 202: WebhookDeliveryShape() }),
    handler: (context, { params: { id } }) => test(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/webhook-endpoints/:id/deliveries/:delivery/redeliver",
    policy: { who: "member", scope: "write" },
    summary: "Sends an earlier event again, under the same `webhook-id`.",
    params: deliveryParams,
    body: nothing,
    answers: () => ({ 202: WebhookDeliveryShape() }),
    handler: (context, { params }) => redeliver(context, params),
  }),
];

async function test(context: ApiContext, id: string) {
  const endpoint = await ownEndpoint(context, id);
  const { deliveries, random } = await kitOf(context);
  const bytes = new Uint8Array(16);
  random(bytes);
  const delivery = newDelivery(endpoint, {
    id: `msg_${hexOf(bytes)}`,
    type: "endpoint.test",
    at: servicesOf(context).now(),
    conversation_id: null,
    data: { endpoint_id: endpoint.id, message: "A test from Nightjar." },
  });
  await deliveries.add([delivery]);
  return queued(context, delivery);
}

async function redeliver(context: ApiContext, { id, delivery: of }: { id: string; delivery: string }) {
  const endpoint = await ownEndpoint(context, id);
  const { deliveries } = await kitOf(context);
  const delivery = await deliveries.get(of);
  if (delivery?.endpoint_id !== endpoint.id)
    throw new AppError("resource_not_found", `There is no delivery ${of} to this endpoint any more.`);
  const now = servicesOf(context).now();
  const { http_status, took_ms, excerpt, tries } = delivery;
  const anew = { status: "pending", attempts: 0, tries: tries + 1, next_at: now, reason: null } as const;
  const change = { ...anew, http_status, took_ms, excerpt };
  if (!(await deliveries.requeue(delivery, change)))
    throw new AppError("conflict", "This event is being sent at this moment. Try again when it has ended.");
  return queued(context, { ...delivery, ...change });
}

async function queued(context: ApiContext, delivery: WebhookDelivery) {
  await (await kitOf(context)).enqueueAll([attemptJob(delivery)]);
  return reply(202, webhookDeliveryView(delivery));
}
