/** Acting for a client: its keeper does in the browser, and programs do with an API key of the client's own. */
import { z } from "zod";
import type { Client } from "../../../clients/client.ts";
import { KeyMarks } from "../../../contract/people/sessions.ts";
import { namedSchema, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { KEY_SCOPES } from "../../../domain/key-scopes.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { isFromWebApp } from "../../http/authentication/authenticate.ts";
import { startSession } from "../../http/authentication/session-cookie.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";
import { keptClient, verbs } from "./clients.ts";
import { clientParams } from "./view.ts";

/** Scopes without the operator's: nobody becomes the operator through a client. */
const SCOPES = KEY_SCOPES.filter((scope) => scope !== "admin");

const KeyBody = () =>
  z.strictObject({
    name: z.string().trim().min(1).max(100),
    scopes: z.array(z.enum(SCOPES)).min(1, "choose at least one"),
    ...KeyMarks,
  });
const KeyShape = namedSchema("ClientKey", () =>
  z.object({ id: z.string(), name: z.string(), scopes: z.array(z.enum(SCOPES)), key: z.string() }),
);
const ActingShape = namedSchema("Acting", () => z.object({ owner: z.string(), name: z.string() }));

export const actingRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/clients/:id/keys",
    policy: { who: "member", scope: "admin" },
    summary:
      "Makes an API key with which a program acts for the client. This answer is the only one that has it.",
    params: clientParams,
    body: KeyBody,
    answers: () => ({ 201: KeyShape() }),
    handler: (context, { params: { id }, body }) => makeKey(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/clients/:id/enter",
    policy: { who: "member", scope: "admin" },
    summary: "From now on this browser acts for the client, and sees what is the client's alone.",
    params: clientParams,
    body: nothing,
    answers: () => ({ 200: ActingShape() }),
    handler: (context, { params: { id } }) => enter(context, id),
  }),
  defineRoute({
    method: "post",
    path: "/clients/leave",
    policy: { who: "member", scope: "admin" },
    summary: "This browser acts for its own person again.",
    body: nothing,
    answers: () => ({ 200: ActingShape() }),
    handler: leave,
  }),
];

async function makeKey(context: ApiContext, id: string, body: SchemaOutput<typeof KeyBody>) {
  const { scopes, ...named } = body;
  const { name } = named;
  if (context.get("principal").key_id !== undefined)
    throw new AppError("forbidden", "An API key may not make API keys. Sign in to make one.");
  const client = activeOne(await keptClient(context, id));
  const wanted = SCOPES.filter((scope) => scopes.includes(scope));
  const { apiKeys } = servicesOf(context).people;
  const made = await apiKeys.create({ ...named, person_id: client.id, scopes: wanted, expires_at: null });
  context.header("cache-control", "no-store");
  return reply(201, { id: made.key.id, name, scopes: wanted, key: made.secret });
}

async function enter(context: ApiContext, id: string) {
  if (!isFromWebApp(context))
    throw new AppError(
      "conflict",
      "Only a browser that is signed in by its cookie can act for a client. Programs take a key: POST /api/v1/clients/{id}/keys.",
    );
  const client = activeOne(await keptClient(context, id));
  // Leaving restores the keeper's session: an admin who is not the keeper would come back as somebody else.
  if (client.owner !== context.get("principal").owner)
    throw new AppError("forbidden", "Only a client's keeper can act for it.");
  await startSession(context, client.id, "client");
  return reply(200, { owner: client.id, name: client.name });
}

/** The session itself records that its keeper began it. */
async function leave(context: ApiContext) {
  const { owner, session_id } = context.get("principal");
  const { sessions } = servicesOf(context).people;
  const open = session_id === undefined ? undefined : await sessions.byId(session_id);
  const client = open?.session.kind === "client" ? await verbs(context).clients.get(owner) : undefined;
  const keeper = client && (await verbs(context).personOf(client.owner));
  if (!keeper) throw new AppError("conflict", "This browser does not act for a client.");
  await startSession(context, keeper.owner);
  return reply(200, { owner: keeper.owner, name: keeper.name });
}

function activeOne(client: Client): Client {
  if (client.active) return client;
  throw new AppError(
    "conflict",
    `${client.name} is not active. Set active first: PATCH /api/v1/clients/{id}.`,
  );
}
