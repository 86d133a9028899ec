/** Threads: where the places of channels lead, and who answers there. */
import { z } from "zod";
import { BindingBody, PlaceBody, RoutingDefaultsShape, ThreadShape } from "../../../contract/routing.ts";
import { listOf, type SchemaOutput } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import { parseId } from "../../../domain/ids.ts";
import type { Principal } from "../../../domain/principal.ts";
import type { Binding, Place, Thread } from "../../../routing/threads.ts";
import { type ApiContext, defineRoute, unwrap } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

const policy = { who: "admin", scope: "admin" } as const;

export const threadRoutes = [
  defineRoute({
    method: "get",
    path: "/threads",
    policy: { who: "member", scope: "read" },
    summary: "The threads whose conversations are one's own, newest first; the operator sees all.",
    query: () =>
      z.strictObject({
        cursor: z.string().regex(/^\d+$/).optional(),
        limit: limit({ usual: 50, most: 200 }),
      }),
    answers: () => ({ 200: listOf(ThreadShape()) }),
    async handler(context, { query }) {
      const { threads } = servicesOf(context);
      const before = query.cursor === undefined ? null : Number(query.cursor);
      const rows = await threads.list({
        owner: everybodysOr(context.get("principal")),
        before,
        limit: query.limit,
      });
      const last = rows.length === query.limit ? rows.at(-1) : undefined;
      const items = rows.map(({ updated_at, ...row }) => shown(row, updated_at));
      return reply(200, { items, next_cursor: last ? String(last.updated_at) : null });
    },
  }),
  defineRoute({
    method: "put",
    path: "/threads",
    policy,
    summary: "Binds a thread to an agent, a room or a conversation; `agent: null` takes a binding away.",
    body: BindingBody,
    answers: () => ({ 200: ThreadShape() }),
    async handler(context, { body }) {
      const { threads, threadCache, now } = servicesOf(context);
      const binding = { ...(await bindingOf(context, body)), answers_all: body.answers_all };
      const thread = await threads.bind(body, await ownerOf(context, binding), binding);
      threadCache.forget(body);
      return reply(200, shown(thread, now()));
    },
  }),
  defineRoute({
    method: "delete",
    path: "/threads",
    policy,
    summary: "Forgets a thread: its next message is routed as if it were the first.",
    query: PlaceBody,
    answers: () => ({ 204: "empty" }),
    async handler(context, { query }) {
      const { threads, threadCache } = servicesOf(context);
      if (!(await threads.remove(query)))
        throw new AppError("resource_not_found", "There is no such thread.");
      threadCache.forget(query);
      return context.body(null, 204);
    },
  }),
  defineRoute({
    method: "put",
    path: "/routing/defaults",
    policy,
    summary: "Who answers on a channel where nobody was named: in direct messages, and in groups.",
    body: RoutingDefaultsShape,
    answers: () => ({ 200: RoutingDefaultsShape() }),
    async handler(context, { body }) {
      const { threads, threadCache, frontDoor } = servicesOf(context);
      const principal = context.get("principal");
      for (const slug of [body.default_agent, body.fallback_agent])
        unwrap(await frontDoor.checkAgent(slug, principal));
      const { channel, account, ...defaults } = body;
      await threads.setDefaults({ channel, account }, defaults);
      threadCache.forgetAll();
      return reply(200, body);
    },
  }),
];

/** The caller's own; null, for everybody's, if the caller is an admin. */
export function everybodysOr({ role, owner }: Principal): string | null {
  return role === "admin" ? null : owner;
}

async function bindingOf(context: ApiContext, body: SchemaOutput<typeof BindingBody>): Promise<Binding> {
  const { agent, room, conversation_id } = body;
  const given = [agent, room, conversation_id].filter((value) => value !== undefined);
  if (given.length !== 1)
    throw new AppError("malformed_request", "Name one of `agent`, `room` and `conversation_id`.");
  if (conversation_id !== undefined)
    return { conversation_id: await conversationOf(context, conversation_id) };
  if (room !== undefined) {
    unwrap(await servicesOf(context).frontDoor.checkRoom(room, context.get("principal")));
    return { room };
  }
  unwrap(await servicesOf(context).frontDoor.checkAgent(agent, context.get("principal")));
  return { agent: agent ?? null };
}

async function conversationOf(context: ApiContext, text: string) {
  const id = parseId("cnv", text);
  const row = id && (await servicesOf(context).conversations.get(id));
  if (!id || !row) throw new AppError("resource_not_found", `There is no conversation ${text.slice(0, 80)}.`);
  return id;
}

/** A conversation stays its owner's, wherever it goes on. */
async function ownerOf(context: ApiContext, binding: Binding): Promise<string> {
  const own = context.get("principal").owner;
  if (!("conversation_id" in binding)) return own;
  return (await servicesOf(context).conversations.get(binding.conversation_id))?.owner ?? own;
}

function shown(
  { generation: _, is_group: __, previous_id: ___, ...thread }: Thread & Place,
  updated_at: number,
) {
  return { ...thread, updated_at: new Date(updated_at).toISOString() };
}
