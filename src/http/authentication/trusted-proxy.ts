/**
 * A proxy in front that signs people in itself and says who they are in a header. It is believed only with its secret, so that
 * whoever reaches the Worker without it cannot say the same. Fails closed: a header that is not proved is refused, not passed over.
 */
import { CLIENTS } from "../../clients/verbs.ts";
import { AppError } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import { isClient, type Person, USERNAME } from "../../people/person.ts";
import { principalOfPerson, principalOfSession } from "../../people/principals.ts";
import type { OpenSession } from "../../storage/d1/people/sessions.ts";
import type { ApiContext } from "../api.ts";
import { equalInConstantTime, refuseForeignOrigin } from "./authenticate.ts";
import { sessionTokenOf } from "./session-cookie.ts";

/** Where the proxy shows its secret. */
export const PROXY_SECRET_HEADER = "x-trusted-proxy-secret";

export interface ProxySettings {
  TRUSTED_HEADER?: string | undefined;
  TRUSTED_PROXY_SECRET?: string | undefined;
}

/** Whom the proxy has signed in, by username; undefined: the request does not say. Throws an AppError where it is not proved. */
export function nameByProxy(headers: Headers, settings: ProxySettings): string | undefined {
  const { TRUSTED_HEADER: header, TRUSTED_PROXY_SECRET: expected } = settings;
  const name = header === undefined ? null : headers.get(header);
  if (name === null) return undefined;
  if (expected === undefined)
    throw refused(
      "TRUSTED_HEADER is set and TRUSTED_PROXY_SECRET is not, so no proxy is believed. Set both.",
    );
  if (!equalInConstantTime(headers.get(PROXY_SECRET_HEADER) ?? "", expected))
    throw refused(
      `The header ${header} is believed only together with ${PROXY_SECRET_HEADER}, whose value is TRUSTED_PROXY_SECRET.`,
    );
  // Two headers of that name arrive as one, with a comma: nobody can tell which of them the proxy has written.
  if (!USERNAME.test(name)) throw refused(`The header ${header} does not hold one username.`);
  return name;
}

/** The person whom the proxy names. A session of somebody else in this browser counts for nothing. */
export async function trustedProxy(context: ApiContext): Promise<Principal | "absent"> {
  const { settings, people } = context.get("house");
  const name = nameByProxy(context.req.raw.headers, settings);
  if (name === undefined) return "absent";
  // The browser is signed in at the proxy: a page of another site could ask by it.
  refuseForeignOrigin(context);
  const named = await people.persons.byUsername(name);
  const person = named && (await people.persons.standing(named.id));
  if (person === undefined)
    throw refused("The proxy has signed in somebody whom nobody has added here, or who may not sign in.");
  const open = await sessionHere(context);
  const isTheirs = open !== undefined && (await belongs(context, open.person, person));
  return isTheirs ? principalOfSession(open.person, open.session) : principalOfPerson(person);
}

async function sessionHere(context: ApiContext): Promise<OpenSession | undefined> {
  const token = sessionTokenOf(context);
  return token === undefined ? undefined : context.get("house").people.sessions.byToken(token);
}

/** Their own session, or that in which they act for a client. */
async function belongs(context: ApiContext, { id }: Person, person: Person): Promise<boolean> {
  if (!isClient(id)) return id === person.id;
  const client = await context.get("house").verbs(CLIENTS).clients.get(id);
  return client?.owner === person.id;
}

function refused(reason: string): AppError {
  return new AppError("unauthorized", reason);
}
