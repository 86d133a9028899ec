/** Authenticator for a proxy in front that signs people in itself and names them in a header. */
import { CLIENTS } from "../../../clients/verbs.ts";
import type { Principal } from "../../../domain/principal.ts";
import { isClient, type Person } from "../../../people/person.ts";
import { principalOfPerson, principalOfSession } from "../../../people/principals.ts";
import type { OpenSession } from "../../../storage/d1/people/sessions.ts";
import type { ApiContext } from "../api.ts";
import { servicesOf } from "../services.ts";
import { refuseForeignOrigin } from "./authenticate.ts";
import { nameByProxy, notBelieved } from "./proxy-header.ts";
import { sessionTokenOf } from "./session-cookie.ts";

/** The person whom the proxy names. Another person's session in this browser is ignored. */
export async function trustedProxy(context: ApiContext): Promise<Principal | "absent"> {
  const { settings, people } = servicesOf(context);
  const name = nameByProxy(context.req.raw.headers, settings);
  if (name === undefined) return "absent";
  // The browser is signed in at the proxy, so a page of another site could use it.
  refuseForeignOrigin(context);
  const person = await people.identities.behindProxy(name);
  if (person === undefined)
    throw notBelieved(
      `The proxy has signed in ${name}, who has no account here or can't sign in. An admin can give somebody that username or link the name with them, under People; whoever has an account signs in to connect it.`,
    );
  const open = await sessionHere(context);
  const isTheirs = open !== undefined && (await belongs(context, open.person, person));
  return isTheirs ? principalOfSession(open.person, open.session) : principalOfPerson(person);
}

async function sessionHere(context: ApiContext): Promise<OpenSession | undefined> {
  const token = sessionTokenOf(context);
  return token === undefined ? undefined : servicesOf(context).people.sessions.byToken(token);
}

/** Whether the session is their own, or one in which they act for a client. */
async function belongs(context: ApiContext, { id }: Person, person: Person): Promise<boolean> {
  if (!isClient(id)) return id === person.id;
  const client = await servicesOf(context).verbs(CLIENTS).clients.get(id);
  return client?.owner === person.id;
}

/** The person of this browser's session: one with an account of their own, no visitor, and no client for whom somebody acts. */
export async function personHere(context: ApiContext): Promise<Person | undefined> {
  const open = await sessionHere(context);
  return open?.session.kind === "person" && !isClient(open.person.id) ? open.person : undefined;
}

/**
 * A name that the proxy has signed in and nobody has here, with the person signed in here who could be linked to it; null
 * if there is none.
 */
export async function unknownByProxy(
  context: ApiContext,
): Promise<{ name: string; signed_in: string | null } | null> {
  const name = proved(context);
  if (name === undefined || (await servicesOf(context).people.identities.behindProxy(name))) return null;
  return { name, signed_in: (await personHere(context))?.name ?? null };
}

function proved(context: ApiContext): string | undefined {
  try {
    return nameByProxy(context.req.raw.headers, servicesOf(context).settings);
  } catch {
    // An unproved header names nobody.
    return undefined;
  }
}
