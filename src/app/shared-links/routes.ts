/** Routes of people for their shared links: list, create, take a newer snapshot, revoke; for admins, the switch. */
import { z } from "zod";
import type { SchemaOutput } from "../../contract/schema.ts";
import {
  NewSharedLinkShape,
  SharedLinkFields,
  SharedLinkShape,
  SharedLinksShape,
  SharingFields,
} from "../../contract/shared-links.ts";
import { AppError } from "../../domain/errors.ts";
import { expiryOf, type StoredLink } from "../../shared-links/link.ts";
import { type ApiContext, defineRoute, type Route } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { servicesOf } from "./services.ts";
import { checkOwner, sourceOf } from "./source.ts";
import { linkView } from "./view.ts";

const params = () => z.object({ id: z.string().max(100) });
const write = { who: "member", scope: "write" } as const;

export const sharedLinkRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/shared-links",
    policy: { who: "member", scope: ["read", "chat"] },
    summary:
      "One's links that strangers can open, the newest first; `conversation_id` for those of one conversation.",
    query: () => z.object({ conversation_id: z.string().max(100).optional() }),
    answers: () => ({ 200: SharedLinksShape() }),
    async handler(context, { query }) {
      const { rows } = servicesOf(context).sharedLinks;
      const { owner } = context.get("principal");
      const [links, allowed] = await Promise.all([rows.list(owner, query.conversation_id), rows.isAllowed()]);
      return reply(200, { items: links.map(linkView), next_cursor: null, allowed });
    },
  }),
  defineRoute({
    method: "put",
    path: "/shared-links/allowed",
    policy: { who: "admin", scope: "admin" },
    summary: "Allows links to strangers on this instance, or forbids them: then no link opens.",
    body: SharingFields,
    answers: () => ({ 200: SharingFields() }),
    async handler(context, { body }) {
      await servicesOf(context).sharedLinks.rows.allow(body.allowed);
      return reply(200, body);
    },
  }),
  defineRoute({
    method: "post",
    path: "/conversations/:id/shared-links",
    policy: write,
    summary:
      "Creates a link by which strangers read the conversation, or one answer, as it stands now. Its address is shown once.",
    params,
    body: SharedLinkFields,
    answers: () => ({ 201: NewSharedLinkShape() }),
    handler: (context, { params: { id }, body }) => create(context, id, body),
  }),
  defineRoute({
    method: "post",
    path: "/shared-links/:id/snapshot",
    policy: write,
    summary: "Takes a newer snapshot: the same address shows the conversation as it stands now.",
    params,
    takes: ["*/*"],
    answers: () => ({ 200: SharedLinkShape() }),
    async handler(context, { params: { id } }) {
      await checkAllowed(context);
      const link = await own(context, id);
      const updated = await servicesOf(context).sharedLinks.update(link, await sourceOf(context, link));
      return reply(200, linkView(updated));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/shared-links/:id",
    policy: write,
    summary: "Revokes a link: it opens nothing any more, and its snapshot is deleted.",
    params,
    answers: () => ({ 204: "empty" }),
    async handler(context, { params: { id } }) {
      await servicesOf(context).sharedLinks.revoke(await own(context, id));
      return context.body(null, 204);
    },
  }),
];

async function create(context: ApiContext, id: string, body: SchemaOutput<typeof SharedLinkFields>) {
  const { expires_in, ...asked } = body;
  const { sharedLinks, now } = servicesOf(context);
  const { owner } = context.get("principal");
  const place = { conversation_id: id, message_id: asked.message_id };
  const source = await sourceOf(context, place);
  await checkAllowed(context);
  const wished = { ...asked, ...place, owner, expires_at: expiryOf(expires_in, now()) };
  const { link, token } = await sharedLinks.create(wished, source);
  await checkOwner(context, id).catch(async (problem: unknown) => {
    // The conversation was deleted meanwhile: its other links are gone already.
    const made = await sharedLinks.rows.get(link.id);
    if (made) await sharedLinks.revoke(made);
    throw problem;
  });
  return reply(201, { ...linkView(link), url: new URL(`/shared#${token}`, context.req.url).href });
}

async function checkAllowed(context: ApiContext): Promise<void> {
  if (await servicesOf(context).sharedLinks.rows.isAllowed()) return;
  throw new AppError(
    "forbidden",
    "Sharing by link is turned off on this Nightjar. Ask its admin to allow it.",
  );
}

async function own(context: ApiContext, id: string): Promise<StoredLink> {
  const link = await servicesOf(context).sharedLinks.rows.get(id);
  if (link?.owner === context.get("principal").owner) return link;
  throw new AppError("resource_not_found", `There is no shared link "${id}", or it is not yours.`);
}
