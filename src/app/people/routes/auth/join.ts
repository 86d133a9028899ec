/** Joining by an invite code: the holder becomes a person, with the name and password they choose. */
import type { z } from "zod";
import { InviteCheckShape, JoinFields, SignedInShape } from "../../../../contract/people/sign-in.ts";
import { AppError } from "../../../../domain/errors.ts";
import { type Invite, inviteState } from "../../../../people/invite.ts";
import { passwordFault } from "../../../../people/passwords/rules.ts";
import { type ApiContext, defineRoute, type Route } from "../../../http/api.ts";
import { countTry, uncountTry } from "../../../http/authentication/rate-limit.ts";
import { sessionTokenOf, startSession } from "../../../http/authentication/session-cookie.ts";
import { reply } from "../../../http/reply.ts";
import { servicesOf } from "../../services.ts";
import { refuseAddress } from "../person.ts";

export const joinRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/join/check",
    policy: { who: "public" },
    summary: "Whether an invite code is good, and what one becomes by it. Does not use it.",
    body: () => JoinFields().pick({ code: true }),
    answers: () => ({ 200: InviteCheckShape() }),
    handler: async (context, { body }) => {
      const { role } = await openInvite(context, body.code);
      return reply(200, { role });
    },
  }),
  defineRoute({
    method: "post",
    path: "/auth/join",
    policy: { who: "public" },
    summary: "Makes a person by an invite code, with the name and password they choose, and signs them in.",
    body: JoinFields,
    answers: () => ({ 201: SignedInShape() }),
    handler: (context, { body }) => join(context, body),
  }),
];

type Join = z.output<ReturnType<typeof JoinFields>>;

async function join(context: ApiContext, { code, username, password, name = username }: Join) {
  const { people, passwords } = servicesOf(context);
  await openInvite(context, code);
  refuseAddress(username);
  const fault = passwordFault(password, username);
  if (fault !== undefined) throw new AppError("malformed_request", `password: ${fault}`);
  const id = await idOf(context);
  const person = await people.invites.redeem(code, {
    id,
    username,
    name,
    password_hash: await passwords.hash(password),
  });
  if (person === undefined) throw noGood();
  if (person === "username_taken")
    throw new AppError("conflict", `username: somebody is called ${username} already. Take another one.`);
  await startSession(context, person.id);
  return reply(201, { owner: person.id, role: person.role, name: person.name });
}

/** Counts guesses. Nothing is hashed for an invalid code. */
async function openInvite(context: ApiContext, code: string): Promise<Invite> {
  const { people, now } = servicesOf(context);
  await countTry(context, { secret: "invite code" });
  const invite = await people.invites.byCode(code);
  if (invite === undefined || inviteState(invite, now()) !== "open") throw noGood();
  await uncountTry(context, { secret: "invite code" });
  return invite;
}

/** The id of a visitor in this browser, who so keeps what they have; for anybody else a new one. */
async function idOf(context: ApiContext): Promise<string> {
  const { people, ids } = servicesOf(context);
  const token = sessionTokenOf(context);
  const open = token === undefined ? undefined : await people.sessions.byToken(token);
  return open?.session.kind === "visitor" ? open.person.id : ids.create("psn");
}

function noGood(): AppError {
  return new AppError(
    "login_fail",
    "This invite code doesn't work: it may be mistyped, used up, expired or revoked. Ask for a new one.",
  );
}
