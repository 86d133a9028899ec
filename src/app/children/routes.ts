/** Route for the tree of a conversation's children. */
import { z } from "zod";
import { AskShape } from "../../contract/asks.ts";
import { listOf, namedSchema, time } from "../../contract/schema.ts";
import { childrenOf } from "../conversations/children-of.ts";
import { ofConversation, target } from "../conversations/conversation-access.ts";
import { treeOf } from "../conversations/tree.ts";
import { type ApiContext, defineRoute, unwrap } from "../http/api.ts";
import { reply } from "../http/reply.ts";

const ChildShape = namedSchema("Child", () =>
  z.object({
    conversation_id: z.string(),
    call_id: z.string(),
    turn_id: z.string(),
    kind: z.string(),
    agent: z.string(),
    name: z.string(),
    task: z.string(),
    depth: z.number(),
    state: z.enum(["running", "completed", "halted", "failed", "given_up"]),
    ask: AskShape().nullable(),
    steps: z.number(),
    cost_usd: z.number(),
    words: z.string(),
    began_at: time(),
    ended_at: time().nullable(),
    get children(): z.ZodType {
      return z.array(ChildShape());
    },
  }),
);

export const childRoutes = [
  defineRoute({
    method: "get",
    path: "/conversations/:id/children",
    policy: { who: "person", scope: "read" },
    summary:
      "What its agents have handed on: a tree of conversations with agent, task, state, cost and depth.",
    params: ofConversation,
    answers: () => ({ 200: listOf(ChildShape()) }),
    handler: list,
  }),
];

async function list(context: ApiContext) {
  const read = childrenOf(context);
  const view = unwrap(await read(target(context).id));
  const items = await treeOf(view, async (id) => {
    const below = await read(id);
    return below.ok ? below.value : undefined;
  });
  return reply(200, { items, next_cursor: null });
}
