/** The signed-in person: their name, their preferences, their identities elsewhere. */
import type { z } from "zod";
import { CLIENTS } from "../../../clients/verbs.ts";
import { MeChangeFields, MeShape, OwnSessionShape } from "../../../contract/people/me.ts";
import { DeletedPersonShape } from "../../../contract/people/people.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Principal } from "../../../domain/principal.ts";
import { FIRST_PERSON, isClient, type Person } from "../../../people/person.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { brandingView } from "../../http/branding.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { refuseAddress, refuseLinkedName, unwrapPerson } from "./person.ts";
import { removePerson } from "./remove-person.ts";

export const meRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/auth/session",
    policy: { who: "public" },
    summary:
      "Who is signed in here, for a page that does not know it yet: `me` is null where nobody is. With the instance's name and logo.",
    answers: () => ({ 200: OwnSessionShape() }),
    handler: async (context) => {
      const [principal, branding] = await Promise.all([
        context.get("asking")(),
        servicesOf(context).branding.get(),
      ]);
      const me = principal === undefined ? null : await meOf(context, principal);
      return reply(200, { me, branding: brandingView(branding) });
    },
  }),
  defineRoute({
    method: "get",
    path: "/me",
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Who is signed in.",
    answers: () => ({ 200: MeShape() }),
    handler: async (context) => reply(200, await meOf(context, context.get("principal"))),
  }),
  defineRoute({
    method: "patch",
    path: "/me",
    policy: { who: "person", scope: "admin" },
    summary: "Changes one's own name, or the name one signs in by.",
    body: MeChangeFields,
    answers: () => ({ 200: MeShape() }),
    handler: (context, { body }) => change(context, body),
  }),
  defineRoute({
    method: "delete",
    path: "/me",
    policy: { who: "person", scope: "admin" },
    summary:
      "Deletes one's own account and all that is one's own; `GET /export` has it as files before. Nothing brings it back.",
    answers: () => ({ 200: DeletedPersonShape() }),
    handler: (context) => remove(context),
  }),
];

/** The erasure is the operator's job: whoever asked for it is not there any more. */
async function remove(context: ApiContext) {
  const { owner: id } = context.get("principal");
  if (isClient(id))
    throw new AppError("forbidden", "A client is deleted by its keeper: DELETE /api/v1/clients/{slug}.");
  return reply(200, await removePerson(context, { id, data: "delete", by: FIRST_PERSON }));
}

async function meOf(context: ApiContext, principal: Principal) {
  const person = await servicesOf(context).people.persons.get(principal.owner);
  const keeper = isClient(principal.owner) ? await keeperOf(context, principal) : undefined;
  return { ...meView(principal, person), ...(keeper && { keeper }) };
}

async function keeperOf(context: ApiContext, { owner }: Principal) {
  const { clients, personOf } = servicesOf(context).verbs(CLIENTS);
  const client = await clients.get(owner);
  const keeper = client && (await personOf(client.owner));
  return keeper && { id: keeper.owner, name: keeper.name };
}

async function change(context: ApiContext, body: Change) {
  const principal = context.get("principal");
  // A visitor has no username; they redeem a code for an account to get one.
  if (principal.role === "guest" && body.username !== undefined)
    throw new AppError("forbidden", "Guests have no username. An invite code makes an account of a guest.");
  const { persons } = servicesOf(context).people;
  const change = principal.role === "admin" ? await givenByAdmin(context, body) : await chosen(context, body);
  const person = unwrapPerson(await persons.change(principal.owner, definedOf(change)), principal.owner);
  return reply(200, meView({ ...principal, name: person.name }, person));
}

type Change = z.output<ReturnType<typeof MeChangeFields>>;

async function givenByAdmin(context: ApiContext, change: Change) {
  await refuseLinkedName(context, change.username, context.get("principal").owner);
  return { ...change, username_given: true };
}

/** With a provider or a proxy set up, a username proves who somebody is there, so an admin gives it. */
async function chosen(context: ApiContext, { username, ...change }: Change): Promise<Change> {
  const { people, settings } = servicesOf(context);
  const before = await people.persons.get(context.get("principal").owner);
  if (username === undefined || username === before?.username) return change;
  if (settings.TRUSTED_HEADER !== undefined || settings.OIDC_ISSUER !== undefined)
    throw new AppError(
      "forbidden",
      "username: people here sign in by a provider or a proxy too, so only an admin may change usernames. Ask an admin.",
    );
  if (username !== null) refuseAddress(username);
  return { ...change, username };
}

function meView(principal: Principal, person: Person | undefined) {
  // A key's marks stand in the list of keys.
  const { is_unremembered: _memory, speaks_for_others: _people, ...shown } = principal;
  return {
    ...shown,
    id: shown.owner,
    name: person?.name ?? shown.name,
    username: person?.username ?? null,
    created_at: iso(person?.created_at),
  };
}
