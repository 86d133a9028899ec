/** Messages of a conversation, and its live events. */
import { z } from "zod";
import type { MessagePage } from "../../../../durable-objects/conversation/views/message-page.ts";
import { StateShape } from "../../../contract/conversations.ts";
import {
  EventShape,
  MessageShape,
  PageNoticeShape,
  RecordedMessageShape,
} from "../../../contract/messages.ts";
import { lastSeq, listOf } from "../../../contract/schema.ts";
import { defineRoute, type Route, unwrap } from "../../http/api.ts";
import { expectSocket, forward, lastRead } from "../../http/forward.ts";
import { flag, limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { conversationView, NOT_STORED, ofConversation, streamOf, target } from "../conversation-access.ts";

const id = z.string().min(1).max(200);
const PageQuery = () =>
  z.object({
    before: id.optional(),
    cursor: id.optional(),
    limit: limit({ usual: 30, most: 200 }),
  });
const CursorQuery = () => z.object({ cursor: lastSeq() });
const HistoryShape = () =>
  listOf(RecordedMessageShape()).extend({ events: z.array(EventShape()).optional() });

const BASE = "/conversations/:id";

export const conversationReadingRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: `${BASE}/messages`,
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Messages of the active branch, a page at a time.",
    params: ofConversation,
    query: PageQuery,
    answers: () => ({ 200: listOf(MessageShape()).extend({ notices: z.array(PageNoticeShape()) }) }),
    async handler(context, { query: { before, cursor, limit } }) {
      const { stub, principal } = target(context);
      const asked = { before: before ?? cursor ?? null, limit };
      const { is_temporary, ...page }: MessagePage = unwrap(await stub.messages(principal, asked));
      return reply(200, page, is_temporary ? NOT_STORED : {});
    },
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/head`,
    policy: { who: "person", scope: "write" },
    summary: "Switches to another branch.",
    params: ofConversation,
    body: () => z.object({ message_id: id }),
    answers: () => ({ 200: StateShape() }),
    async handler(context, { body }) {
      const { stub, principal } = target(context);
      return reply(200, conversationView(unwrap(await stub.switchHead(principal, body.message_id))));
    },
  }),
  defineRoute({
    method: "get",
    path: `${BASE}/history`,
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "The record of the conversation.",
    params: ofConversation,
    query: () => PageQuery().extend({ full: flag }),
    answers: () => ({ 200: HistoryShape() }),
    async handler(context, { query: { before, cursor, limit, full } }) {
      const { stub, principal } = target(context);
      const wanted = { before: before ?? cursor ?? null, limit, full };
      return reply(200, unwrap(await stub.history(principal, wanted)));
    },
  }),
  defineRoute({
    method: "get",
    path: `${BASE}/socket`,
    // The socket takes messages too: a key that may only read follows the events instead.
    policy: { who: "person", scope: "chat" },
    summary: "Events and commands over a WebSocket.",
    params: ofConversation,
    query: CursorQuery,
    answers: () => ({ 101: "socket" }),
    handler: (context, { query }) => {
      expectSocket(context, "For plain HTTP use /events.");
      return forward(context, target(context).stub, `/socket?cursor=${query.cursor}`);
    },
  }),
  defineRoute({
    method: "get",
    path: `${BASE}/events`,
    policy: { who: "person", scope: ["read", "chat"] },
    summary: "Events as Server-Sent Events.",
    params: ofConversation,
    query: CursorQuery,
    answers: () => ({ 200: "stream" }),
    handler: (context, { params, query }) =>
      streamOf(context, params.id, { cursor: lastRead(context) ?? query.cursor }),
  }),
];
