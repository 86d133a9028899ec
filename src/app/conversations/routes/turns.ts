/** Traces of turns: what each took and cost, step by step. */
import { z } from "zod";
import { listOf } from "../../../contract/schema.ts";
import { ReplayFields, ReplayShape, TurnShape, TurnTraceShape } from "../../../contract/turns.ts";
import { defineRoute, type Route, unwrap } from "../../http/api.ts";
import { limit } from "../../http/query.ts";
import { reply } from "../../http/reply.ts";
import { ofConversation, target } from "../conversation-access.ts";

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
      return reply(200, unwrap(await stub.turns(principal, { before: cursor ?? null, limit })));
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
      return reply(200, unwrap(await stub.turn(principal, params.turn)));
    },
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/:turn/replay`,
    policy: { who: "person", scope: "chat" },
    summary:
      "Runs a turn again beside the original, with another model or agent. Its tools are answered from its journal: nothing runs.",
    params: () => ofConversation().extend({ turn: z.string().max(100) }),
    body: ReplayFields,
    answers: () => ({ 200: ReplayShape() }),
    async handler(context, { params, body }) {
      const { stub, principal } = target(context);
      return reply(200, unwrap(await stub.replay(principal, params.turn, body)));
    },
  }),
];
