/** Entering without an account, as a guest whom a cookie identifies. Closed to anybody without a code for it. */
import type { z } from "zod";
import { SignedInShape, VisitFields } from "../../../contract/people/sign-in.ts";
import { AppError } from "../../../domain/errors.ts";
import { inviteState } from "../../../people/invite.ts";
import type { Person } from "../../../people/person.ts";
import type { OpenSession } from "../../../storage/d1/people/sessions.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { refuseForeignOrigin } from "../../http/authentication/authenticate.ts";
import { countTry, uncountTry } from "../../http/authentication/rate-limit.ts";
import { sessionTokenOf, startSession } from "../../http/authentication/session-cookie.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const visitRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/auth/visit",
    policy: { who: "public" },
    summary:
      "Comes in as a guest by an invite code for guests: the answer sets the cookie by which they are known.",
    body: VisitFields,
    answers: () => ({ 200: SignedInShape(), 201: SignedInShape() }),
    handler: (context, { body }) => visit(context, body),
  }),
];

type Visit = z.output<ReturnType<typeof VisitFields>>;

async function visit(context: ApiContext, { code, name }: Visit) {
  const open = await openSession(context);
  if (open?.session.kind === "person")
    throw new AppError(
      "conflict",
      `You are signed in as ${open.person.name}. Sign out to come in as a guest.`,
    );
  const invite = await guestInvite(context, code);
  const { people, ids } = servicesOf(context);
  // A guest uses a code once: the second time they are the same guest.
  if (open && (await people.invites.hasRedeemed(invite.id, open.person.id)))
    return reply(200, welcome(open.person));
  if (inviteState(invite, servicesOf(context).now()) !== "open") throw noGood();
  const who = { id: open?.person.id ?? ids.create("psn"), username: null };
  const guest = await people.invites.redeem(code, { ...who, name: name ?? open?.person.name ?? "Guest" });
  if (guest === undefined || guest === "username_taken") throw noGood();
  if (open === undefined) await startSession(context, guest.id, "visitor");
  return reply(201, welcome(guest));
}

async function openSession(context: ApiContext): Promise<OpenSession | undefined> {
  const token = sessionTokenOf(context);
  if (token === undefined) return undefined;
  refuseForeignOrigin(context);
  return servicesOf(context).people.sessions.byToken(token);
}

/** Counts guesses. A code for an account needs a name and a password: `/auth/join`. */
async function guestInvite(context: ApiContext, code: string) {
  await countTry(context, { secret: "invite code" });
  const invite = await servicesOf(context).people.invites.byCode(code);
  if (invite === undefined) throw noGood();
  await uncountTry(context, { secret: "invite code" });
  if (invite.role === "guest") return invite;
  throw new AppError(
    "conflict",
    "This code makes an account: choose a username and a password for it (POST /api/v1/auth/join).",
  );
}

function welcome({ id, role, name }: Person) {
  return { owner: id, role, name };
}

function noGood(): AppError {
  return new AppError(
    "login_fail",
    "This invite code doesn't work: it may be mistyped, used up, expired or revoked. Ask for a new one.",
  );
}
