/** Conversations: listing, opening, reading, changing, following. */
import { z } from "zod";
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import { summaryOf } from "../../storage/d1/index/conversations.ts";
import { type ApiContext, type Route, readBody, readQuery, unwrap } from "../api.ts";
import { conversationIdOf, forward, streamOf, target } from "../conversation-access.ts";
import { flag, limit } from "../query.ts";

const id = z.string().min(1).max(200);
const CreateBody = z.object({
  agent: id.optional(),
  room: id.optional(),
  title: z.string().max(200).optional(),
  mode: id.optional(),
  model: id.optional(),
});
const PatchBody = z.object({
  title: z.string().min(1).max(200).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string().min(1).max(40)).max(20).optional(),
  agent: id.nullable().optional(),
  model: id.nullable().optional(),
  mode: id.nullable().optional(),
});
const ListQuery = z.object({
  q: z.string().max(200).optional(),
  cursor: z.string().optional(),
  limit: limit({ usual: 30, most: 100 }),
  archived: flag,
});
const PageQuery = z.object({
  before: id.optional(),
  cursor: id.optional(),
  limit: limit({ usual: 30, most: 200 }),
});

const BASE = "/conversations/:id";

export const conversationRoutes: Route[] = [
  {
    method: "get",
    path: "/conversations",
    access: "person",
    summary: "One's conversations, pinned and newest first; `q` is part of a title or what was said.",
    handler: list,
  },
  {
    method: "post",
    path: "/conversations",
    access: "person",
    summary: "Opens a conversation.",
    handler: create,
  },
  {
    method: "get",
    path: BASE,
    access: "person",
    summary: "A conversation, and where to connect.",
    handler: read,
  },
  {
    method: "patch",
    path: BASE,
    access: "person",
    summary: "Renames, pins, tags, archives; sets agent, model or mode.",
    handler: patch,
  },
  {
    method: "delete",
    path: BASE,
    access: "person",
    summary: "Deletes a conversation for good.",
    handler: remove,
  },
  {
    method: "get",
    path: `${BASE}/messages`,
    access: "person",
    summary: "Messages of the active branch, a page at a time.",
    handler: messages,
  },
  {
    method: "post",
    path: `${BASE}/head`,
    access: "person",
    summary: "Switches to another branch.",
    handler: switchHead,
  },
  {
    method: "get",
    path: `${BASE}/history`,
    access: "person",
    summary: "The record of the conversation.",
    handler: history,
  },
  {
    method: "get",
    path: `${BASE}/socket`,
    access: "person",
    summary: "Events and commands over a WebSocket.",
    handler: socket,
  },
  {
    method: "get",
    path: `${BASE}/events`,
    access: "person",
    summary: "Events as Server-Sent Events.",
    handler: events,
  },
];

async function list(context: ApiContext): Promise<Response> {
  const { q, cursor, ...rest } = readQuery(context, ListQuery);
  const { owner } = context.get("principal");
  const { conversations, memory } = context.get("house");
  const query = {
    ...rest,
    owner,
    ...(q ? { q, said_in: await memory.saidIn(owner, q) } : {}),
    ...(cursor ? { cursor } : {}),
  };
  return context.json(await conversations.list(query));
}

async function create(context: ApiContext): Promise<Response> {
  const body = await readBody(context, CreateBody);
  const { frontDoor, openNew } = context.get("house");
  const wish = { ...body, channel: "web" } as const;
  const init = unwrap(await frontDoor.plan(context.get("principal").owner, wish));
  const { row, opened } = await openNew(init);
  return context.json({ ...summaryOf(row), ...viewOf(unwrap(opened)) }, 201);
}

async function read(context: ApiContext): Promise<Response> {
  const { id, stub, principal } = target(context);
  const [state, row] = await Promise.all([stub.state(principal), context.get("house").conversations.get(id)]);
  const view = viewOf(unwrap(state));
  return context.json({ ...(row ? summaryOf(row) : {}), id, ...view });
}

/** The object's word goes before the index, which is a second or two behind. */
function viewOf<T extends { turn: { turn_id: string } | null }>(state: T) {
  const { turn, ...rest } = state;
  return { ...rest, turn: turn && { id: turn.turn_id, ...turn } };
}

async function patch(context: ApiContext): Promise<Response> {
  const change = await readBody(context, PatchBody);
  const { id, stub, principal } = target(context);
  const { tags, pinned, ...own } = change;
  unwrap(await context.get("house").frontDoor.checkAgent(own.agent));
  unwrap(await stub.patch(principal, own));
  const row = {
    ...own,
    ...(pinned === undefined ? {} : { pinned }),
    ...(tags ? { tags: JSON.stringify(tags) } : {}),
  };
  await context.get("house").conversations.patch(id, definedOf(row));
  return read(context);
}

async function remove(context: ApiContext): Promise<Response> {
  const removal = removed(context);
  // It is carried out whole though whoever asked for it has left: half of it would leave an entry of nothing.
  context.executionCtx.waitUntil(removal.catch(() => undefined));
  await removal;
  return context.body(null, 204);
}

async function removed(context: ApiContext): Promise<void> {
  const { id, stub, principal } = target(context);
  const house = context.get("house");
  const erased = await stub.erase(principal);
  // A deletion that was cut off half way leaves an entry of nothing: it goes now.
  const isLeftOver = !erased.ok && (await house.conversations.get(id))?.owner === principal.owner;
  if (!isLeftOver || erased.failure.error !== "resource_not_found") unwrap(erased);
  await house.forgetConversation(id);
}

async function messages(context: ApiContext): Promise<Response> {
  const { before, cursor, limit } = readQuery(context, PageQuery);
  const { stub, principal } = target(context);
  return context.json(unwrap(await stub.messages(principal, { before: before ?? cursor ?? null, limit })));
}

async function switchHead(context: ApiContext): Promise<Response> {
  const { message_id } = await readBody(context, z.object({ message_id: id }));
  const { stub, principal } = target(context);
  return context.json(viewOf(unwrap(await stub.switchHead(principal, message_id))));
}

async function history(context: ApiContext): Promise<Response> {
  const { before, cursor, limit, full } = readQuery(context, PageQuery.extend({ full: flag }));
  const { stub, principal } = target(context);
  return context.json(
    unwrap(await stub.history(principal, { before: before ?? cursor ?? null, limit, full })),
  );
}

function socket(context: ApiContext): Promise<Response> | Response {
  if (context.req.header("upgrade")?.toLowerCase() !== "websocket") {
    throw new AppError("malformed_request", "This address speaks WebSocket. For plain HTTP use /events.");
  }
  return forward(
    context,
    conversationIdOf(context.req.param("id") ?? ""),
    `/socket?cursor=${cursorOf(context)}`,
  );
}

function events(context: ApiContext): Promise<Response> {
  return streamOf(context, conversationIdOf(context.req.param("id") ?? ""), { cursor: cursorOf(context) });
}

/** A reconnecting EventSource says by header how far it got. */
function cursorOf(context: ApiContext): number {
  const text = context.req.header("last-event-id") ?? context.req.query("cursor") ?? "0";
  const cursor = Number(text);
  if (Number.isSafeInteger(cursor) && cursor >= 0) return cursor;
  throw new AppError("malformed_request", "cursor: the seq of the last event that was read.");
}
