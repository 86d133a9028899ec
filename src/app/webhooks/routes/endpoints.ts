/** Webhook endpoints over HTTP: create, change, rotate the secret, remove. */
import { z } from "zod";
import { EndpointBody, EndpointShape, EndpointWithSecretShape } from "../../../contract/hooks/webhooks.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { screen } from "../../../guard/screen.ts";
import type { Endpoint, EndpointFields } from "../../../webhooks/endpoint.ts";
import { newWebhookSecret } from "../../../webhooks/sign.ts";
import { WEBHOOKS } from "../../../webhooks/verbs.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { changesOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { endpointView } from "./view.ts";

/** Per person. */
const MOST_ENDPOINTS = 50;
/** Time in which the earlier secret signs too. */
const BOTH_MS = 86_400_000;

export const endpointParams = () => z.object({ id: z.string().max(100) });

export const endpointRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/webhook-endpoints",
    policy: { who: "member", scope: "read" },
    summary: "One's webhook endpoints: addresses to which Nightjar sends events.",
    answers: () => ({ 200: listOf(EndpointShape()) }),
    async handler(context) {
      const items = await (await kitOf(context)).endpoints.list(context.get("principal").owner);
      return reply(200, { items: items.map(endpointView), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/webhook-endpoints",
    policy: { who: "member", scope: "write" },
    summary: "Adds a webhook endpoint; its secret is shown in this answer and never again.",
    body: EndpointBody,
    answers: () => ({ 201: EndpointWithSecretShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/webhook-endpoints/:id",
    policy: { who: "member", scope: "read" },
    summary: "One webhook endpoint.",
    params: endpointParams,
    answers: () => ({ 200: EndpointShape() }),
    handler: async (context, { params: { id } }) => reply(200, endpointView(await ownEndpoint(context, id))),
  }),
  defineRoute({
    method: "patch",
    path: "/webhook-endpoints/:id",
    policy: { who: "member", scope: "write" },
    summary: "Changes a webhook endpoint; what is left out stays.",
    params: endpointParams,
    body: () => changesOf(EndpointBody()),
    answers: () => ({ 200: EndpointShape() }),
    handler: (context, { params: { id }, body }) => change(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/webhook-endpoints/:id/secret",
    policy: { who: "member", scope: "write" },
    summary: "Gives a webhook endpoint a new secret. For 24 hours both the old and the new one sign.",
    params: endpointParams,
    body: nothing,
    answers: () => ({ 200: EndpointWithSecretShape() }),
    handler: (context, { params: { id } }) => rotate(context, id),
  }),
  defineRoute({
    method: "delete",
    path: "/webhook-endpoints/:id",
    policy: { who: "member", scope: "write" },
    summary: "Removes a webhook endpoint and the log of its deliveries.",
    params: endpointParams,
    body: nothing,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id } }) {
      const { id: own } = await ownEndpoint(context, id);
      await (await kitOf(context)).endpoints.remove(own);
      return context.body(null, 204);
    },
  }),
];

export function kitOf(context: ApiContext) {
  return servicesOf(context).verbs(WEBHOOKS).kit();
}

/** Throws when there is no such endpoint or it is somebody else's. */
export async function ownEndpoint(context: ApiContext, id: string): Promise<Endpoint> {
  const endpoint = await (await kitOf(context)).endpoints.get(id);
  if (endpoint && endpoint.owner === context.get("principal").owner) return endpoint;
  throw new AppError(
    "resource_not_found",
    `There is no webhook endpoint ${id}, or it is not yours. GET /api/v1/webhook-endpoints lists them.`,
  );
}

async function create(context: ApiContext, fields: SchemaOutput<typeof EndpointBody>) {
  const { ids, now } = servicesOf(context);
  const { endpoints, random } = await kitOf(context);
  const { owner } = context.get("principal");
  if ((await endpoints.list(owner)).length >= MOST_ENDPOINTS)
    throw new AppError("conflict", `You have ${MOST_ENDPOINTS} webhook endpoints already. Remove one first.`);
  check(context, fields);
  const endpoint: Endpoint = {
    ...fields,
    id: ids.create("whe"),
    owner,
    hint: "",
    previous_until: null,
    failing_since: null,
    disabled_reason: null,
    last_at: null,
    last_status: null,
    created_at: now(),
    updated_at: now(),
  };
  const secret = newWebhookSecret(random);
  await endpoints.create(endpoint, secret);
  return reply(201, { ...endpointView(await ownEndpoint(context, endpoint.id)), secret });
}

async function change(context: ApiContext, id: string, body: Partial<SchemaOutput<typeof EndpointBody>>) {
  const endpoint = await ownEndpoint(context, id);
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  const fields: Partial<EndpointFields> = Object.fromEntries(given);
  check(context, { ...endpoint, ...fields });
  const changed = await (await kitOf(context)).endpoints.change(
    endpoint.id,
    fields,
    servicesOf(context).now(),
  );
  return reply(200, endpointView(changed ?? endpoint));
}

async function rotate(context: ApiContext, id: string) {
  const { endpoints, random } = await kitOf(context);
  const endpoint = await ownEndpoint(context, id);
  const secret = newWebhookSecret(random);
  const now = servicesOf(context).now();
  await endpoints.setSecret(endpoint.id, secret, { now, previous_until: now + BOTH_MS });
  return reply(200, { ...endpointView(await ownEndpoint(context, id)), secret });
}

/** Throws for an address that is not sent to, and for a scope that the person may not have. */
function check(context: ApiContext, { url, scope }: Pick<EndpointFields, "url" | "scope">): void {
  const { guard } = servicesOf(context);
  const screening = guard.screen(url);
  if (!screening.ok) throw new AppError("malformed_request", `url: ${screening.reason}`);
  // A host of the operator's own exceptions may have no certificate.
  const isPublic = screen(url, { allow_hosts: [] }).ok;
  if (isPublic && !url.startsWith("https:"))
    throw new AppError(
      "malformed_request",
      "url: begins with https://, so that nobody on the way reads the events.",
    );
  if (scope === "instance" && context.get("principal").role !== "admin")
    throw new AppError("forbidden", "scope: only an operator may receive the events of everybody.");
}
