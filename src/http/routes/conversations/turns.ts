/** Looking back at turns: what each took and cost, step by step. */
import { z } from "zod";
import { defineRoute, type Route, unwrap } from "../../api.ts";
import { ofConversation, target } from "../../conversations/conversation-access.ts";
import { limit } from "../../query.ts";
import { listOf } from "../../schemas.ts";
import { TurnShape, TurnTraceShape } from "../../shapes/conversations.ts";

const BASE = "/conversations/:id/turns";

export const turnRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: BASE,
    policy: { who: "person", scope: "read" },
    summary: "The turns of a conversation, newest first: status, timings, tokens, cost.",
    params: ofConversation,
    query: () => z.object({ cursor: z.string().max(100).optional(), limit: limit({ usual: 30, most: 200 }) }),
    answers: () => ({ 200: listOf(TurnShape()) }),
    async handler(context, { query: { cursor, limit } }) {
      const { stub, principal } = target(context);
      return context.json(unwrap(await stub.turns(principal, { before: cursor ?? null, limit })));
    },
  }),
  defineRoute({
    method: "get",
    path: `${BASE}/:turn`,
    policy: { who: "person", scope: "read" },
    summary: "The trace of one turn: its steps and tools, retries, recoveries and deliveries.",
    params: () => ofConversation().extend({ turn: z.string().max(100) }),
    answers: () => ({ 200: TurnTraceShape() }),
    async handler(context, { params }) {
      const { stub, principal } = target(context);
      return context.json(unwrap(await stub.turn(principal, params.turn)));
    },
  }),
];
