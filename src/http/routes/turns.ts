/** Looking back at turns: what each took and cost, step by step. */
import { z } from "zod";
import { type ApiContext, type Route, readQuery, unwrap } from "../api.ts";
import { target } from "../conversation-access.ts";
import { limit } from "../query.ts";

const PageQuery = z.object({
  cursor: z.string().max(100).optional(),
  limit: limit({ usual: 30, most: 200 }),
});

export const turnRoutes: Route[] = [
  {
    method: "get",
    path: "/conversations/:id/turns",
    access: "person",
    summary: "The turns of a conversation, newest first: status, timings, tokens, cost.",
    handler: list,
  },
  {
    method: "get",
    path: "/conversations/:id/turns/:turn",
    access: "person",
    summary: "The trace of one turn: its steps and tools, retries, recoveries and deliveries.",
    handler: read,
  },
];

async function list(context: ApiContext): Promise<Response> {
  const { cursor, limit } = readQuery(context, PageQuery);
  const { stub, principal } = target(context);
  return context.json(unwrap(await stub.turns(principal, { before: cursor ?? null, limit })));
}

async function read(context: ApiContext): Promise<Response> {
  const { stub, principal } = target(context);
  return context.json(unwrap(await stub.turn(principal, context.req.param("turn") ?? "")));
}
