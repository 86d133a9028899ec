/** A person's password: set or changed by themselves, or reset by a link that an admin made. */
import type { z } from "zod";
import {
  PasswordFields,
  PasswordStateShape,
  ResetCheckShape,
  ResetFields,
  SignedInShape,
} from "../../../../contract/people/sign-in.ts";
import { AppError } from "../../../../domain/errors.ts";
import { passwordFault } from "../../../../people/passwords/rules.ts";
import { isClient, type Person } from "../../../../people/person.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { countTry, uncountTry } from "../../../http/authentication/rate-limit.ts";
import { startSession } from "../../../http/authentication/session-cookie.ts";
import { reply } from "../../../http/reply.ts";
import { servicesOf } from "../../services.ts";
import { refuseAddress } from "../person.ts";

export const passwordRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/auth/password",
    policy: { who: "person", scope: "admin" },
    summary: "By which username one signs in, and whether one has a password.",
    answers: () => ({ 200: PasswordStateShape() }),
    handler: async (context) => {
      const { people } = servicesOf(context);
      const { owner } = context.get("principal");
      const [person, hash] = await Promise.all([
        people.persons.get(owner),
        people.credentials.passwordHash(owner),
      ]);
      return reply(200, { username: person?.username ?? null, is_set: hash !== undefined });
    },
  }),
  defineRoute({
    method: "put",
    path: "/auth/password",
    policy: { who: "person", scope: "admin" },
    summary:
      "Sets or changes one's password; all other devices are signed out. Asks for the current one where there is one.",
    body: PasswordFields,
    answers: () => ({ 204: "empty" }),
    handler: (context, { body }) => change(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/auth/reset/check",
    policy: { who: "public" },
    summary: "Whom a link to set a new password is for. Does not use it up.",
    body: () => ResetFields().pick({ token: true }),
    answers: () => ({ 200: ResetCheckShape() }),
    handler: async (context, { body: { token } }) => {
      const { username, name } = await personOfLink(context, token);
      return reply(200, { username, name });
    },
  }),
  defineRoute({
    method: "post",
    path: "/auth/reset",
    policy: { who: "public" },
    summary: "Sets a new password by a one-time link, and signs in. All other devices are signed out.",
    body: ResetFields,
    answers: () => ({ 200: SignedInShape() }),
    handler: (context, { body }) => reset(context, body),
  }),
];

type Change = z.output<ReturnType<typeof PasswordFields>>;

async function change(context: ApiContext, { current_password, ...wanted }: Change): Promise<Response> {
  const { owner, session_id, key_id } = context.get("principal");
  if (key_id !== undefined)
    throw new AppError("forbidden", "An API key may not change its person's password. Sign in to change it.");
  if (isClient(owner))
    throw new AppError("forbidden", "A client has no password: whoever keeps it signs in and acts for it.");
  const { people } = servicesOf(context);
  const person = await people.persons.get(owner);
  if (person === undefined) throw new AppError("resource_not_found", `There is no person ${owner}.`);
  refuseWeak(person, wanted);
  // The ADMIN_TOKEN opens everything anyway, so its person may set a forgotten password with it.
  if (session_id !== undefined) await checkCurrent(context, person, current_password);
  await setPassword(context, person, wanted);
  await people.sessions.revokeAll(owner, session_id);
  return context.body(null, 204);
}

async function checkCurrent(
  context: ApiContext,
  { id, username }: Person,
  given: string | undefined,
): Promise<void> {
  const { people, passwords } = servicesOf(context);
  const stored = await people.credentials.passwordHash(id);
  if (stored === undefined) return;
  const counted = { name: username ?? id };
  await countTry(context, counted);
  if (given === undefined || !(await passwords.verify(given, stored)).ok)
    throw new AppError("login_fail", "The current password is wrong.");
  await uncountTry(context, counted);
}

type Reset = z.output<ReturnType<typeof ResetFields>>;

async function reset(context: ApiContext, { token, ...wanted }: Reset) {
  const { access, people } = servicesOf(context);
  const person = await personOfLink(context, token);
  refuseWeak(person, wanted);
  // If two requests use the same link at once, one of them sets the password.
  if ((await access.redeemLink(token, "reset")) === undefined) throw spent();
  await setPassword(context, person, wanted);
  await people.sessions.revokeAll(person.id, undefined);
  await startSession(context, person.id);
  const { id: owner, role, name } = person;
  return reply(200, { owner, role, name });
}

async function personOfLink(context: ApiContext, token: string): Promise<Person> {
  const { access, people } = servicesOf(context);
  await countTry(context, { secret: "reset link" });
  const owner = await access.ownerOfLink(token, "reset");
  const person = owner === undefined ? undefined : await people.persons.get(owner);
  if (person?.disabled_at !== null) throw spent();
  await uncountTry(context, { secret: "reset link" });
  return person;
}

function spent(): AppError {
  return new AppError("login_fail", "This link was used already or has expired. Ask an admin for a new one.");
}

interface Wanted {
  new_password: string;
  username?: string | undefined;
}

function refuseWeak(person: Person, { new_password, username }: Wanted): void {
  if (person.username === null && username === undefined)
    throw new AppError("malformed_request", "username: choose one, to sign in by it and the password");
  if (person.username !== null && username !== undefined && username !== person.username)
    throw new AppError("conflict", `You sign in as ${person.username}: leave out the username.`);
  if (person.username === null && username !== undefined && person.role !== "admin") refuseAddress(username);
  const fault = passwordFault(new_password, person.username ?? username ?? null);
  if (fault !== undefined) throw new AppError("malformed_request", `new_password: ${fault}`);
}

async function setPassword(
  context: ApiContext,
  person: Person,
  { new_password, username }: Wanted,
): Promise<void> {
  const { people, passwords } = servicesOf(context);
  if (person.username === null && username !== undefined) {
    const named = await people.persons.change(person.id, {
      username,
      // An admin gave this name, perhaps to themselves.
      username_given: person.role === "admin",
    });
    if (named === "username_taken")
      throw new AppError("conflict", `Somebody is called ${username} already: take another username.`);
  }
  await people.credentials.set(person.id, await passwords.hash(new_password));
}
