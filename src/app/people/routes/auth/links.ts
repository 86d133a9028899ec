/**
 * One-time links: to sign in, and to set a new password. An admin creates them, and sends them to the person some other
 * way.
 */
import { z } from "zod";
import { OneTimeLinkShape } from "../../../../contract/people/sign-in.ts";
import { AppError } from "../../../../domain/errors.ts";
import { FIRST_PERSON } from "../../../../people/person.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { iso } from "../../../http/query.ts";
import { reply } from "../../../http/reply.ts";
import { idOf } from "../../../http/schemas.ts";
import { servicesOf } from "../../services.ts";

const LinkBody = () =>
  z.object({
    /** The link's person; by default the caller. */
    person_id: z.union([z.literal(FIRST_PERSON), idOf("psn", "person")]).optional(),
    purpose: z.enum(["signin", "reset"]).default("signin"),
  });

export const linkRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/links",
    policy: { who: "admin", scope: "admin" },
    summary:
      "Makes a one-time link: to sign in (valid for 15 minutes), or for a person to set a new password (for a day).",
    body: LinkBody,
    answers: () => ({ 201: OneTimeLinkShape() }),
    handler: (context, { body }) => makeLink(context, body),
  }),
];

type Wanted = z.output<ReturnType<typeof LinkBody>>;

async function makeLink(context: ApiContext, { person_id, purpose }: Wanted) {
  const { access, people } = servicesOf(context);
  const owner = person_id ?? context.get("principal").owner;
  const person = await people.persons.get(owner);
  if (person === undefined) throw new AppError("resource_not_found", `There is no person ${owner}.`);
  if (person.disabled_at !== null)
    throw new AppError("conflict", `${person.name} may not sign in. Let them in again first.`);
  const { token, expires_at } = await access.createLink(owner, purpose);
  // The part after # stays in the browser, so no log of a server or proxy has it.
  const path = purpose === "reset" ? `/reset#${token}` : `/signin/${token}`;
  return reply(201, { url: new URL(path, context.req.url).href, expires_at: iso(expires_at) });
}
