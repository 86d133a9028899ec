/** Links a name at the proxy in front with the person who is signed in in the same browser. */
import { SignedInShape } from "../../../../contract/people/sign-in.ts";
import { AppError } from "../../../../domain/errors.ts";
import { proxyKey } from "../../../../storage/d1/people/identities.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { SIGN_IN } from "../../../http/authentication/authenticate.ts";
import { nameByProxy } from "../../../http/authentication/proxy-header.ts";
import { personHere } from "../../../http/authentication/trusted-proxy.ts";
import { reply } from "../../../http/reply.ts";
import { nothing } from "../../../http/schemas.ts";
import { servicesOf } from "../../services.ts";
import { refuseGivenName } from "../person.ts";

export const proxyRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/proxy",
    // The proxy has signed in somebody unknown here: no other authenticator is tried for such a request.
    policy: { who: "public" },
    summary: "Links the name that the proxy in front gives with whoever is signed in in this browser.",
    body: nothing,
    answers: () => ({ 200: SignedInShape() }),
    handler: connect,
  }),
];

async function connect(context: ApiContext) {
  const { settings, people } = servicesOf(context);
  const name = nameByProxy(context.req.raw.headers, settings);
  if (name === undefined)
    throw new AppError("conflict", "No proxy has signed you in: open Nightjar at the proxy's address.");
  const person = await personHere(context);
  if (person === undefined) throw new AppError("unauthorized", SIGN_IN);
  await refuseGivenName(context, name, person.id);
  if (!(await people.identities.link({ ...proxyKey(name), name, person_id: person.id })))
    throw new AppError("conflict", `${name} is linked with somebody else here. An admin can take that back.`);
  return reply(200, { owner: person.id, role: person.role, name: person.name });
}
