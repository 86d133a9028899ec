/** Identities of a person elsewhere, for admins: one that was linked with the wrong person is taken back. */
import { IdentityFields, IdentityKeyFields, IdentityShape } from "../../../contract/people/identities.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { asKept, identityView } from "./identities.ts";
import { noSuchPerson, personParams as params, refuseGivenName } from "./person.ts";

const policy = { who: "admin", scope: "admin" } as const;

export const userIdentityRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/users/:id/identities",
    policy,
    summary: "As whom a person is known on channels, at the OpenID provider, and by the proxy.",
    params,
    answers: () => ({ 200: listOf(IdentityShape()) }),
    handler: async (context, { params: { id } }) => {
      const identities = await servicesOf(context).people.identities.of(await personHere(context, id));
      return reply(200, { items: identities.map(identityView), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/users/:id/identities",
    policy,
    summary: "Says that an account elsewhere is this person: whoever writes or signs in from there is them.",
    params,
    body: IdentityFields,
    answers: () => ({ 201: IdentityShape() }),
    handler: async (context, { params: { id }, body }) => {
      const { people, now } = servicesOf(context);
      const identity = { ...asKept(body), person_id: await personHere(context, id) };
      if (body.channel === "proxy") await refuseGivenName(context, body.platform_id, id);
      if (!(await people.identities.link(identity)))
        throw new AppError("conflict", "That account is somebody else here. Take it back from them first.");
      return reply(201, identityView({ ...identity, created_at: now() }));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/users/:id/identities",
    policy,
    summary:
      "Takes an account elsewhere back: whoever writes or signs in from there is not this person any more.",
    params,
    query: IdentityKeyFields,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id }, query }) => {
      if (await servicesOf(context).people.identities.unlink(id, asKept(query)))
        return context.body(null, 204);
      throw new AppError(
        "resource_not_found",
        `They have no such identity. GET /api/v1/users/${id}/identities lists theirs.`,
      );
    },
  }),
];

async function personHere(context: ApiContext, id: string): Promise<string> {
  const person = await servicesOf(context).people.persons.get(id);
  if (!person) throw noSuchPerson(id);
  return person.id;
}
