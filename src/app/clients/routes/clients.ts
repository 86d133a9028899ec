/** Clients over HTTP: create, read, change, give bots, remove. */
import { z } from "zod";
import type { Client } from "../../../clients/client.ts";
import { changeClient, giveAccounts, makeClient, removeClient } from "../../../clients/keep.ts";
import { CLIENTS } from "../../../clients/verbs.ts";
import { BotFields, ClientFields, ClientShape, RemovedClientShape } from "../../../contract/clients.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { mayUse } from "../../../domain/principal.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { changesOf, nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { clientParams, clientView } from "./view.ts";

const AccountsBody = () => z.strictObject({ channels: z.array(BotFields()).max(20) });

export const clientRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/clients",
    policy: { who: "member", scope: "read" },
    summary:
      "The clients that one keeps: people or organisations with agents, memory and a budget of their own.",
    answers: () => ({ 200: listOf(ClientShape()) }),
    async handler(context) {
      const clients = await verbs(context).clients.list(context.get("principal").owner);
      const items = await Promise.all(clients.map((client) => clientView(verbs(context), client)));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/clients",
    policy: { who: "member", scope: "write" },
    summary: "Takes on a client.",
    body: ClientFields,
    answers: () => ({ 201: ClientShape() }),
    async handler(context, { body }) {
      const made = await makeClient(verbs(context), context.get("principal").owner, body);
      return reply(201, await clientView(verbs(context), made));
    },
  }),
  defineRoute({
    method: "get",
    path: "/clients/:id",
    policy: { who: "member", scope: "read" },
    summary: "A client.",
    params: clientParams,
    answers: () => ({ 200: ClientShape() }),
    handler: async (context, { params: { id } }) => shown(context, await keptClient(context, id)),
  }),
  defineRoute({
    method: "patch",
    path: "/clients/:id",
    policy: { who: "member", scope: "write" },
    summary: "Changes a client; what is left out stays. Where it is not active nothing of it runs.",
    params: clientParams,
    body: () => changesOf(ClientFields()),
    answers: () => ({ 200: ClientShape() }),
    handler: async (context, { params: { id }, body }) =>
      shown(context, await changeClient(verbs(context), await keptClient(context, id), body)),
  }),
  defineRoute({
    method: "put",
    path: "/clients/:id/channels",
    policy: { who: "admin", scope: "admin" },
    summary: "Says which bots are a client's alone, all of them: whoever writes there writes to the client.",
    params: clientParams,
    body: AccountsBody,
    answers: () => ({ 200: ClientShape() }),
    handler: (context, { params: { id }, body }) => putAccounts(context, id, body),
  }),
  defineRoute({
    method: "delete",
    path: "/clients/:id",
    policy: { who: "member", scope: "write" },
    summary: "Removes a client with its agents, and in the background all that it had.",
    params: clientParams,
    body: nothing,
    answers: () => ({ 200: RemovedClientShape() }),
    async handler(context, { params: { id } }) {
      const client = await keptClient(context, id);
      const job_id = await removeClient(verbs(context), client, context.get("principal").owner);
      return reply(200, { id: client.id, job_id });
    },
  }),
];

export function verbs(context: ApiContext) {
  return servicesOf(context).verbs(CLIENTS);
}

/** Throws when there is no such client or somebody else keeps it; the operator reaches all. */
export async function keptClient(context: ApiContext, id: string): Promise<Client> {
  const client = await verbs(context).clients.get(id);
  if (client && mayUse(context.get("principal"), client, "manage")) return client;
  throw new AppError(
    "resource_not_found",
    `There is no client ${id}, or you do not keep it. GET /api/v1/clients lists yours.`,
  );
}

async function shown(context: ApiContext, client: Client) {
  return reply(200, await clientView(verbs(context), client));
}

async function putAccounts(context: ApiContext, id: string, { channels }: SchemaOutput<typeof AccountsBody>) {
  const named = new Map(channels.map((each) => [`${each.channel}/${each.account}`, each]));
  const client = await keptClient(context, id);
  return shown(context, await giveAccounts(verbs(context), client, [...named.values()]));
}
