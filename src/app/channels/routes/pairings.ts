/** Strangers who wait to be let in, for admins: let in as somebody, or not at all. */

import { z } from "zod";
import { ApprovalFields, PairingShape } from "../../../contract/channels.ts";
import { PersonShape } from "../../../contract/people/people.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { oneName } from "../../../domain/text/one-name.ts";
import type { Pairing } from "../../../people/chat-code.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { idOf, nothing } from "../../http/schemas.ts";
import { linkPairing } from "../../people/routes/identities.ts";
import { noSuchPerson, personView } from "../../people/routes/person.ts";
import { servicesOf } from "../services.ts";

const policy = { who: "admin", scope: "admin" } as const;
const params = () => z.object({ id: idOf("pai", "pairing") });

export const pairingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/pairings",
    policy,
    summary: "Strangers who were given a code in a chat and wait to be let in, the first come first.",
    answers: () => ({ 200: listOf(PairingShape()) }),
    handler: async (context) => {
      const items = (await servicesOf(context).people.pairings.list()).map(pairingView);
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/pairings/:id/approve",
    policy,
    summary: "Lets a stranger in: as the person `person_id`, or as a new one of that `role`.",
    params,
    body: ApprovalFields,
    answers: () => ({ 200: PersonShape() }),
    handler: (context, { params: { id }, body }) => approve(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/pairings/:id/deny",
    policy,
    summary: "Does not let them in; they are given no other code for a day.",
    params,
    body: nothing,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => {
      if (!(await servicesOf(context).people.pairings.deny(id))) throw nobodyWaits();
      return context.body(null, 204);
    },
  }),
];

async function approve(context: ApiContext, id: string, wish: z.output<ReturnType<typeof ApprovalFields>>) {
  const { people } = servicesOf(context);
  if ((wish.person_id === undefined) === (wish.role === undefined))
    throw new AppError("malformed_request", "Name one of `person_id` and `role`.");
  if (wish.person_id !== undefined && !(await people.persons.get(wish.person_id)))
    throw noSuchPerson(wish.person_id);
  const pairing = await people.pairings.take(id);
  if (!pairing) throw nobodyWaits();
  const person_id = wish.person_id ?? (await newPerson(context, pairing, wish));
  await linkPairing(context, pairing, person_id);
  const person = await people.persons.get(person_id);
  if (!person) throw noSuchPerson(person_id);
  return reply(200, personView(person));
}

async function newPerson(
  context: ApiContext,
  pairing: Pairing,
  { role = "guest", name }: z.output<ReturnType<typeof ApprovalFields>>,
): Promise<string> {
  const { people, ids } = servicesOf(context);
  const called = name ?? (oneName(pairing.name) || pairing.platform_id);
  const id = ids.create("psn");
  await people.persons.create({ id, username: null, name: called.slice(0, 100), role });
  return id;
}

function nobodyWaits(): AppError {
  return new AppError(
    "resource_not_found",
    "That request is no longer waiting. GET /api/v1/pairings lists who does.",
  );
}

function pairingView({ thread: _, created_at, expires_at, ...pairing }: Pairing) {
  return { ...pairing, created_at: iso(created_at), expires_at: iso(expires_at) };
}
