/** Push notifications: browsers that subscribe, each for the person who was signed in there. */
import { z } from "zod";
import type { Subscription } from "../../../../durable-objects/person/subscriptions.ts";
import {
  PushKeyShape,
  PushSubscriptionFields,
  PushSubscriptionShape,
} from "../../../contract/people/push.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { areKeys } from "../../../push/subscription.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { personStub } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";

export const pushRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/push/key",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The key with which browsers subscribe to notifications of this instance.",
    answers: () => ({ 200: PushKeyShape() }),
    handler: async (context) => reply(200, { public_key: await keyOf(context) }),
  }),
  defineRoute({
    method: "get",
    path: "/push/subscriptions",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "One's browsers that take notifications.",
    answers: () => ({ 200: listOf(PushSubscriptionShape()) }),
    async handler(context) {
      const items = await mine(context).subscribed();
      return reply(200, { items: items.map(shown), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/push/subscriptions",
    policy: { who: "person", scope: "write" },
    summary: "This browser takes notifications, for as long as one is signed in there.",
    body: PushSubscriptionFields,
    answers: () => ({ 201: PushSubscriptionShape() }),
    handler: (context, { body }) => subscribe(context, body),
  }),
  defineRoute({
    method: "delete",
    path: "/push/subscriptions/:id",
    policy: { who: "person", scope: "write" },
    summary: "It takes none any more.",
    params: () => z.object({ id: z.string().min(1).max(100) }),
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id } }) {
      if (!(await mine(context).unsubscribe(id)))
        throw new AppError("resource_not_found", "None of your browsers has notifications under that id.");
      return context.body(null, 204);
    },
  }),
];

function mine(context: ApiContext) {
  return personStub(context.env, context.get("principal").owner);
}

async function keyOf(context: ApiContext): Promise<string> {
  const key = await servicesOf(context).push.key();
  if (key === undefined)
    throw new AppError(
      "conflict",
      "Notifications need SESSION_SECRET to be set: their keys are encrypted with it.",
    );
  return key;
}

async function subscribe(
  context: ApiContext,
  { endpoint, keys, device }: z.output<ReturnType<typeof PushSubscriptionFields>>,
) {
  const { ids, now, guard } = servicesOf(context);
  await keyOf(context);
  if (!areKeys(keys))
    throw new AppError("malformed_request", "keys: those that the browser gave, unchanged.");
  const screened = guard.screen(endpoint);
  if (!screened.ok) throw new AppError("malformed_request", `endpoint: ${screened.reason}`);
  const contact = new URL(context.req.url).origin;
  const principal = context.get("principal");
  const entry = { endpoint, ...keys, device, contact, principal, id: ids.create("psh"), created_at: now() };
  await mine(context).subscribe(entry);
  return reply(201, shown(entry));
}

function shown({ id, device, endpoint, created_at }: Subscription) {
  return { id, device, service: new URL(endpoint).host, created_at: new Date(created_at).toISOString() };
}
