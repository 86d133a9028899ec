/** Places where a conversation goes on beside the app: chats that lead to it. What is said there is answered there. */
import { z } from "zod";
import { type ChannelKinds, kindNamed } from "../../../channels/kinds.ts";
import { PlaceShape } from "../../../contract/places.ts";
import { PlaceBody } from "../../../contract/routing.ts";
import { listOf } from "../../../contract/schema.ts";
import { AppError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { mayUse, type Right } from "../../../domain/principal.ts";
import type { Place } from "../../../routing/threads.ts";
import type { ListedThread } from "../../../storage/d1/index/threads.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { target } from "../conversation-access.ts";
import { servicesOf } from "../services.ts";

const BASE = "/conversations/:id/places";
const params = () => z.object({ id: z.string() });

export const placeRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: ["chat", "read"] },
    summary: "The chats in which a conversation goes on, beside the app.",
    params,
    answers: () => ({ 200: listOf(PlaceShape()) }),
    handler: async (context) => {
      const { id, services } = await allowed(context, "read");
      const items = (await services.threads.leadingTo(id)).map((place) => placeView(services.kinds, place));
      return reply(200, { items, next_cursor: null });
    },
  }),
  defineRoute({
    method: "post",
    path: BASE,
    policy: { who: "member", scope: "write" },
    summary:
      "The conversation goes on in a chat of one's own: what is written there comes here, and is answered there.",
    params,
    body: () => PlaceBody().extend({ mirror: z.boolean().default(false) }),
    answers: () => ({ 201: PlaceShape() }),
    handler: (context, { body }) => continueIn(context, body),
  }),
  defineRoute({
    method: "delete",
    path: BASE,
    policy: { who: "member", scope: "write" },
    summary: "It no longer goes on there: the next message in that chat begins another conversation.",
    params,
    query: PlaceBody,
    answers: () => ({ 204: "empty" }),
    handler: async (context, { query }) => {
      const { id, services } = await allowed(context, "manage");
      const there = await services.threads.at(query);
      if (there?.conversation_id !== id)
        throw new AppError(
          "resource_not_found",
          "This conversation doesn't continue there. GET lists where it does.",
        );
      await services.threadCache.beginAnew(query, id);
      await shownThere(context, query, false);
      return context.body(null, 204);
    },
  }),
];

async function continueIn(context: ApiContext, { mirror, ...place }: Place & { mirror: boolean }) {
  const { id, owner, services } = await allowed(context, "manage");
  if (!kindNamed(services.kinds, place.channel)?.carried)
    throw new AppError(
      "malformed_request",
      "channel: name a chat; in the app the conversation is always there.",
    );
  await checkOwn(context, place);
  const thread = await services.threads.bind(place, owner, { conversation_id: id, mirror });
  await shownThere(context, place, mirror);
  services.threadCache.forget(place);
  return reply(201, placeView(services.kinds, { ...thread, updated_at: services.now() }));
}

/** The conversation itself stores where to mirror messages, so that no turn waits for D1. */
async function shownThere(
  context: ApiContext,
  { channel, account, thread }: Place,
  isShown: boolean,
): Promise<void> {
  const { stub, principal } = target(context);
  const place = { channel, ...(account !== "" && { account }), sender: thread, thread };
  unwrap(await stub.mirror(principal, place, isShown));
}

/**
 * Whoever reads along there would read the conversation, so it must be a direct chat with the caller. Admins are trusted to
 * know.
 */
async function checkOwn(context: ApiContext, place: Place): Promise<void> {
  const { people, threads } = servicesOf(context);
  const { owner, role } = context.get("principal");
  const thread = await threads.at(place);
  if (thread?.is_group)
    throw new AppError(
      "forbidden",
      "Other people can read that chat, so a conversation can't continue there.",
    );
  if (role === "admin") return;
  const mine = (await people.identities.of(owner)).filter(
    ({ channel, account }) => channel === place.channel && account === place.account,
  );
  const isDirect = mine.some(({ platform_id }) => platform_id === place.thread);
  const isBegunByThem = mine.length > 0 && thread?.owner === owner && thread.is_group === false;
  if (isDirect || isBegunByThem) return;
  throw new AppError(
    "forbidden",
    "Nightjar doesn't know that chat as yours alone. Link your chat account under Settings, and write to the bot there once.",
  );
}

async function allowed(context: ApiContext, right: Right) {
  const { id, stub, principal, services } = target(context);
  const { owner, members } = unwrap(await stub.members(principal));
  const rights = new Map(members.map(({ person, rights: given }) => [person, given] as const));
  if (!mayUse(principal, { owner, members: rights }, right))
    throw new AppError("forbidden", "Only its owner chooses where a conversation continues.");
  return { id: id satisfies ConversationId, owner, services };
}

function placeView(kinds: ChannelKinds, { channel, account, thread, mirror, updated_at }: ListedThread) {
  return {
    channel,
    account,
    thread,
    label: kindNamed(kinds, channel)?.label ?? channel,
    mirror,
    updated_at: iso(updated_at),
  };
}
