/** Invites, for admins: codes with which people join. */
import { z } from "zod";
import {
  InviteChangeFields,
  InviteDetailShape,
  InviteFields,
  InviteShape,
  NewInviteShape,
} from "../../../contract/people/invites.ts";
import { listOf } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { type Invite, inviteState } from "../../../people/invite.ts";
import type { Redemption } from "../../../storage/d1/people/invites.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const policy = { who: "admin", scope: "admin" } as const;
const params = () => z.object({ id: z.string().max(100) });

export const inviteRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/invites",
    policy,
    summary: "Invites, the newest first. Their codes are shown once, when they are made.",
    answers: () => ({ 200: listOf(InviteShape()) }),
    handler: async (context) => {
      const { people, now } = servicesOf(context);
      const items = (await people.invites.list()).map((invite) => inviteView(invite, now()));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: "/invites",
    policy,
    summary: "Makes an invite, and its code and link; with `count`, so many, as a list.",
    body: InviteFields,
    answers: () => ({ 201: z.union([NewInviteShape(), listOf(NewInviteShape())]) }),
    handler: (context, { body }) => make(context, body),
  }),
  defineRoute({
    method: "get",
    path: "/invites/:id",
    policy,
    summary: "An invite, and who came by it.",
    params,
    answers: () => ({ 200: InviteDetailShape() }),
    handler: (context, { params: { id } }) => read(context, id),
  }),
  defineRoute({
    method: "patch",
    path: "/invites/:id",
    policy,
    summary: "Changes an invite's name, number or end, disables it or opens it again. Who came by it stays.",
    params,
    body: InviteChangeFields,
    answers: () => ({ 200: InviteShape() }),
    handler: async (context, { params: { id }, body }) => {
      const { people, now } = servicesOf(context);
      return reply(200, inviteView(found(await people.invites.change(id, definedOf(body)), id), now()));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/invites/:id",
    policy,
    summary: "Deletes an invite: nobody comes by it any more, and who did is not listed with it. They stay.",
    params,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { params: { id } }) => {
      found(await servicesOf(context).people.invites.remove(id), id);
      return context.body(null, 204);
    },
  }),
];

async function make(context: ApiContext, body: z.output<ReturnType<typeof InviteFields>>) {
  const { count, ...fields } = body;
  const { people, ids, now } = servicesOf(context);
  if (fields.expires_at !== null && fields.expires_at <= now())
    throw new AppError("malformed_request", "expires_at: this time is past already.");
  const created_by = context.get("principal").owner;
  const makeOne = async () => {
    const { invite, code } = await people.invites.create({ ...fields, id: ids.create("inv"), created_by });
    const url = new URL(`/join#${code}`, context.req.url).href;
    return { ...inviteView(invite, now()), code, url };
  };
  if (count === undefined) return reply(201, await makeOne());
  const items = [];
  while (items.length < count) items.push(await makeOne());
  return reply(201, { items, next_cursor: null });
}

async function read(context: ApiContext, id: string) {
  const { people, now } = servicesOf(context);
  const invite = found(await people.invites.get(id), id);
  const redeemed_by = (await people.invites.redemptions(id)).map(redemptionView);
  return reply(200, { ...inviteView(invite, now()), redeemed_by });
}

function found(invite: Invite | undefined, id: string): Invite {
  if (invite) return invite;
  throw new AppError("resource_not_found", `There is no invite "${id}". GET /api/v1/invites lists them.`);
}

function redemptionView({ redeemed_at, ...who }: Redemption) {
  return { ...who, redeemed_at: iso(redeemed_at) };
}

function inviteView(invite: Invite, now: number) {
  return {
    ...invite,
    state: inviteState(invite, now),
    created_at: iso(invite.created_at),
    expires_at: iso(invite.expires_at ?? undefined),
    disabled_at: iso(invite.disabled_at ?? undefined),
  };
}
