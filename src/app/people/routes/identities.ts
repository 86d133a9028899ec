/** Identities of a person on channels: linking by a code, from either side, and unlinking. */
import type { z } from "zod";
import {
  ChatCodeFields,
  IdentityKeyFields,
  IdentityShape,
  LinkCodeShape,
  LinkedIdentityShape,
} from "../../../contract/people/identities.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Channel } from "../../../domain/inbound.ts";
import type { Pairing } from "../../../people/chat-code.ts";
import type { Identity } from "../../../people/identity.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import type { IdentityKey, SignInPlace } from "../../../storage/d1/people/identities.ts";
import { proxyKey } from "../../../storage/d1/people/identities.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { countTry, uncountTry } from "../../http/authentication/rate-limit.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { servicesOf } from "../services.ts";

/** The case of a proxy's name does not matter. */
export function asKept<T extends IdentityKey>(key: T): T {
  return key.channel === "proxy" ? { ...key, ...proxyKey(key.platform_id) } : key;
}

const policy = { who: "person", scope: "admin" } as const;

export const identityRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me/identities",
    policy: { who: "person", scope: "read" },
    summary: "As whom one is known on channels, at the OpenID provider (`oidc`), and by the proxy (`proxy`).",
    answers: () => ({ 200: listOf(IdentityShape()) }),
    handler: async (context) => {
      const identities = await servicesOf(context).people.identities.of(context.get("principal").owner);
      return reply(200, { items: identities.map(identityView), next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/me/identities",
    policy,
    summary:
      "Links the chat account that was given this code with oneself; with `check`, only says whose it is.",
    body: ChatCodeFields,
    answers: () => ({ 200: LinkedIdentityShape() }),
    handler: (context, { body }) => redeem(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/me/identities/codes",
    policy,
    summary:
      "Makes a code of oneself: whoever sends `/link CODE` in a direct message is linked. Ten minutes, once.",
    body: nothing,
    answers: () => ({ 201: LinkCodeShape() }),
    handler: async (context) => {
      const { linkCodes } = servicesOf(context).people;
      const { code, expires_at } = await linkCodes.create(context.get("principal").owner);
      return reply(201, { code, expires_at: iso(expires_at) });
    },
  }),
  defineRoute({
    method: "delete",
    path: "/me/identities",
    policy,
    summary:
      "Takes an identity back: who writes or signs in from there is not taken for oneself any more. The only way to sign in stays.",
    query: IdentityKeyFields,
    answers: () => ({ 204: "empty" }),
    handler: (context, { query }) => takeBack(context, asKept(query)),
  }),
];

async function takeBack(context: ApiContext, key: IdentityKey): Promise<Response> {
  const { identities } = servicesOf(context).people;
  const { owner } = context.get("principal");
  const isDone = (await mayGo(context, key))
    ? await identities.unlink(owner, key)
    : await identities.unlinkUnlessLast(owner, key, signInPlaces(context));
  if (isDone) return context.body(null, 204);
  if ((await identities.person(key))?.id === owner)
    throw new AppError("conflict", "That account is the only way you sign in. Set a password first.");
  throw new AppError(
    "resource_not_found",
    "You have no such identity. GET /api/v1/me/identities lists them.",
  );
}

/** Whether its person can sign in without it, whatever else they have: nobody signs in by a chat, or at another provider. */
async function mayGo(context: ApiContext, { channel, account }: IdentityKey): Promise<boolean> {
  const { settings, people } = servicesOf(context);
  const { owner } = context.get("principal");
  const { ADMIN_TOKEN, TRUSTED_HEADER } = settings;
  const isWayIn = signInPlaces(context).some(
    (place) => place.channel === channel && place.account === account,
  );
  if (!isWayIn || (owner === FIRST_PERSON && ADMIN_TOKEN !== undefined)) return true;
  const username = TRUSTED_HEADER === undefined ? null : (await people.persons.get(owner))?.username;
  return username != null && (await people.persons.byGivenName(username))?.id === owner;
}

/** Places where people sign in, beside the password. */
function signInPlaces(context: ApiContext): SignInPlace[] {
  const { OIDC_ISSUER, TRUSTED_HEADER } = servicesOf(context).settings;
  return [
    ...(OIDC_ISSUER === undefined ? [] : [{ channel: "oidc", account: OIDC_ISSUER }]),
    ...(TRUSTED_HEADER === undefined ? [] : [{ channel: "proxy", account: "" }]),
  ];
}

/** A code that never existed, has expired or was used gets the same answer, so that guessing tells nothing. */
async function redeem(context: ApiContext, { code, check }: z.output<ReturnType<typeof ChatCodeFields>>) {
  const { people } = servicesOf(context);
  const { owner } = context.get("principal");
  await countTry(context, { name: `chat code by ${owner}` });
  const found = await people.pairings.byCode(code);
  const pairing = check ? found : found && (await people.pairings.take(found.id));
  if (!pairing)
    throw new AppError(
      "resource_not_found",
      "That code isn't valid. Write to the bot again to get a new one.",
    );
  await uncountTry(context, { name: `chat code by ${owner}` });
  if (!check) await linkPairing(context, pairing, owner);
  return reply(200, { ...identityView({ ...pairing, person_id: owner }), linked: !check });
}

/** Links a waiting sender with that person, and tells the sender. Throws if they have been linked with somebody else. */
export async function linkPairing(context: ApiContext, pairing: Pairing, person_id: string): Promise<void> {
  const { people, linking } = servicesOf(context);
  const { channel, account, platform_id, name, thread } = pairing;
  if (!(await people.identities.link({ channel, account, platform_id, name, person_id })))
    throw new AppError("conflict", "That chat account is linked with somebody else by now.");
  const source = { channel: channel as Channel, account, sender: platform_id, thread };
  backgroundOf(context)(linking.tell(source, "You are linked now. Write to me whenever you like."));
}

export function identityView({ channel, account, platform_id, name, created_at }: Identity) {
  return { channel, account, platform_id, name, created_at: iso(created_at) };
}
