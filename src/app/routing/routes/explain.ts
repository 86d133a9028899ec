/** Explains who would answer a message, and why, with the same function that decides, but without a message. */
import { ExplainBody, ExplanationShape } from "../../../contract/routing.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { explainIn } from "../../../routing/route-in.ts";
import { type ApiContext, defineRoute } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

type Asked = SchemaOutput<typeof ExplainBody>;

const summary =
  "Who would answer such a message, and why: each condition in its order, up to the one that holds.";
const policy = { who: "member", scope: "read" } as const;
const answers = () => ({ 200: ExplanationShape() });

export const explainRoutes = [
  defineRoute({
    method: "get",
    path: "/routing/explain",
    policy,
    summary,
    query: ExplainBody,
    answers,
    handler: (context, { query }) => explained(context, query),
  }),
  defineRoute({
    method: "post",
    path: "/routing/explain",
    policy,
    summary,
    body: ExplainBody,
    answers,
    handler: (context, { body }) => explained(context, body),
  }),
];

async function explained(context: ApiContext, asked: Asked) {
  const { threadCache, lookups, keywords } = servicesOf(context);
  const place = placeIn(context, asked);
  const thread = await threadCache.at(place);
  const { message: text, agent: requested, reply_to_agent: replied_to } = asked;
  const { group: is_group, addressed: is_addressed } = asked;
  const deps = { ...lookups, threads: threadCache, keywords };
  const message = { text, requested, replied_to, is_group, is_addressed };
  const found = await explainIn(deps, { place, thread, who: context.get("principal"), message });
  const { answering, conditions } = found;
  const allowed =
    answering !== undefined && (await lookups.mayTalk(answering.agent, context.get("principal")));
  const isKept = answering !== undefined && !allowed;
  return reply(200, {
    // An agent that does not talk to the caller is not named.
    agent: isKept ? null : (answering?.agent ?? null),
    room: answering?.room ?? null,
    conversation_id: answering?.by === "current" ? (thread?.conversation_id ?? null) : null,
    by: answering?.by ?? null,
    allowed,
    reason: isKept ? KEPT : answering ? (conditions.at(-1)?.because ?? "") : NOBODY,
    conditions: isKept
      ? conditions.map((each) => (each.holds ? { ...each, because: KEPT } : each))
      : conditions,
  });
}

/** Over HTTP, the threads are the caller's own senders. */
function placeIn(context: ApiContext, { channel = "http", account, thread, sender }: Asked) {
  const own = context.get("principal").owner;
  return { channel, account: channel === "http" ? own : account, thread: thread ?? sender ?? own };
}

const NOBODY = "Nobody answers: the message would be dropped.";
const KEPT = "The agent that answers there isn't available to you.";
