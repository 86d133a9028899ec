import { ChildShape } from "../../contract/children.ts";
import { listOf } from "../../contract/schema.ts";
import { childrenOf } from "../conversations/children-of.ts";
import { ofConversation, target } from "../conversations/conversation-access.ts";
import { treeOf } from "../conversations/tree.ts";
import { type ApiContext, defineRoute, unwrap } from "../http/api.ts";
import { reply } from "../http/reply.ts";

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
