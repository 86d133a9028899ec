/** Conversations: list, open, read, change. */

import { z } from "zod";
import { ConversationShape, ConversationViewShape } from "../../../contract/conversations.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import { isMode, noSuchMode } from "../../../domain/fields/mode.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { summaryOf } from "../../../storage/d1/index/conversation-summary.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { countGuest } from "../../http/guests.ts";
import { flag, limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { conversationView, NOT_STORED, ofConversation, target } from "../conversation-access.ts";
import { archiveBelow, idsBelow, removeBelow } from "../conversations-below.ts";
import { servicesOf } from "../services.ts";

const id = z.string().min(1).max(200);
const CreateBody = () =>
  z.object({
    agent: id.optional(),
    room: id.optional(),
    title: z.string().max(200).optional(),
    mode: id.optional(),
    model: id.optional(),
    /** Kept nowhere: in no list, search or memory; deleted when it is closed, or a day after its last message. */
    temporary: z.boolean().default(false),
    /** Opened before anything is said: in no list until then, and deleted a day later if nothing is. */
    provisional: z.boolean().default(false),
  });
const PatchBody = () =>
  z.object({
    title: z.string().min(1).max(200).optional(),
    pinned: z.boolean().optional(),
    archived: z.boolean().optional(),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
    /** Empty for conversations in no folder. */
    folder: z.string().trim().max(60).optional(),
    agent: id.nullable().optional(),
    model: id.nullable().optional(),
    mode: id.nullable().optional(),
    /** You have looked at what was read from outside so far: it makes no call ask any more. */
    outside_checked: z.literal(true).optional(),
  });
const ListQuery = () =>
  z.object({
    q: z.string().max(200).optional(),
    cursor: z.string().optional(),
    limit: limit({ usual: 30, most: 100 }),
    archived: flag,
    folder: z.string().max(60).optional(),
    tag: z.string().max(40).optional(),
    /** The parent whose children are listed; without it, conversations that have no parent. */
    parent: id.optional(),
  });

const BASE = "/conversations/:id";

export const conversationRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/conversations",
    policy: { who: "person", scope: ["read", "chat"] },
    summary:
      "One's conversations, pinned and newest first; `q` is part of a title or what was said; of one `folder` or `tag`; `parent`: those that it has set going.",
    query: ListQuery,
    answers: () => ({ 200: listOf(ConversationShape()) }),
    handler: (context, { query }) => list(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/conversations",
    policy: { who: "person", scope: ["chat", "write"] },
    summary: "Opens a conversation; in a room where one is already it is that visit.",
    body: CreateBody,
    answers: () => ({ 200: ConversationViewShape(), 201: ConversationViewShape() }),
    handler: (context, { body }) => create(context, body),
  }),
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "A conversation, and where to connect.",
    params: ofConversation,
    answers: () => ({ 200: ConversationViewShape() }),
    handler: read,
  }),
  defineRoute({
    method: "patch",
    path: BASE,
    policy: { who: "person", scope: "write" },
    summary: "Renames, pins, tags, archives, puts into a folder; sets agent, model or mode.",
    params: ofConversation,
    body: PatchBody,
    answers: () => ({ 200: ConversationViewShape() }),
    handler: (context, { body }) => patch(context, body),
  }),
  defineRoute({
    method: "delete",
    path: BASE,
    policy: { who: "person", scope: "write" },
    summary: "Deletes a conversation for good.",
    params: ofConversation,
    answers: () => ({ 204: "empty" }),
    handler: removeConversation,
  }),
];

async function list(context: ApiContext, query: SchemaOutput<typeof ListQuery>) {
  const { q, cursor, ...rest } = query;
  const { owner } = context.get("principal");
  const { conversations, memory } = servicesOf(context);
  const wanted = {
    ...rest,
    owner,
    ...(q ? { q, said_in: await memory.conversationsSaying(owner, q) } : {}),
    ...(cursor ? { cursor } : {}),
  };
  return reply(200, await conversations.list(definedOf(wanted)));
}

async function create(context: ApiContext, body: SchemaOutput<typeof CreateBody>) {
  const { frontDoor, openNew } = servicesOf(context);
  const principal = context.get("principal");
  if (body.temporary || body.provisional)
    return (await import("../unlisted.ts")).createUnlisted(context, body);
  const visit = body.room === undefined ? undefined : unwrap(await frontDoor.visitIn(body.room, principal));
  if (visit) return viewed(context, visit);
  if (body.room === undefined) await countGuest(context, "conversations");
  const init = unwrap(await frontDoor.plan(principal.owner, { ...body, channel: "web" }, principal));
  const { row, opened } = await openNew(init);
  return reply(201, { ...summaryOf(row), ...conversationView(unwrap(opened)) });
}

async function read(context: ApiContext) {
  return viewed(context, target(context).id);
}

async function viewed(context: ApiContext, id: ConversationId) {
  const [state, row] = await Promise.all([
    conversationStub(context.env, id).state(context.get("principal")),
    servicesOf(context).conversations.get(id),
  ]);
  const view = conversationView(unwrap(state));
  const headers = view.expires_at === null ? {} : NOT_STORED;
  return reply(200, { ...(row ? summaryOf(row) : {}), id, ...view }, headers);
}

async function patch(context: ApiContext, change: SchemaOutput<typeof PatchBody>) {
  const { id, stub, principal } = target(context);
  const { tags, pinned, folder, outside_checked, ...own } = change;
  unwrap(await servicesOf(context).frontDoor.checkAgent(own.agent, principal));
  if (own.mode != null && !isMode(own.mode)) throw new AppError("malformed_request", noSuchMode(own.mode));
  const { expires_at } = unwrap(await stub.patch(principal, { ...own, outside_checked }));
  if (expires_at !== null && (tags ?? pinned ?? folder) !== undefined)
    throw new AppError("conflict", "A temporary chat is in no list, so it has no folder, tags or pin.");
  const row = {
    ...own,
    pinned,
    folder,
    ...(tags ? { tags: JSON.stringify([...new Set(tags)]) } : {}),
  };
  await servicesOf(context).conversations.patch(id, definedOf(row));
  if (own.archived !== undefined) await archiveBelow(context, own.archived);
  return read(context);
}

export async function removeConversation(context: ApiContext): Promise<Response> {
  const removal = removed(context);
  // Finishes even if the caller has left: half a removal would leave an entry of nothing.
  context.executionCtx.waitUntil(removal.catch(() => undefined));
  await removal;
  return context.body(null, 204);
}

async function removed(context: ApiContext): Promise<void> {
  const { id, stub, principal } = target(context);
  const services = servicesOf(context);
  const below = await idsBelow(context);
  const erased = await stub.erase(principal);
  // A deletion that was cut off half way left an entry of nothing: it goes now.
  const isLeftOver = !erased.ok && (await services.conversations.get(id))?.owner === principal.owner;
  if (!isLeftOver || erased.failure.error !== "resource_not_found") unwrap(erased);
  await removeBelow(context, below);
  await services.forgetConversation(id);
}
