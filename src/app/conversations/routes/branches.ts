/** Conversations: forking them, the model's context, suggestions, and summaries of their older part. */
import { z } from "zod";
import {
  CompactedShape,
  ContextShape,
  ConversationViewShape,
  FollowUpsShape,
} from "../../../contract/conversations.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { summaryOf } from "../../../storage/d1/index/conversation-summary.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { nothing } from "../../http/schemas.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { conversationView, ofConversation, target } from "../conversation-access.ts";

const ForkBody = () =>
  z.object({
    message_id: z.string().min(1).max(200),
    title: z.string().min(1).max(200).optional(),
  });

const BASE = "/conversations/:id";

export const conversationBranchRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: `${BASE}/fork`,
    policy: { who: "person", scope: "write" },
    summary: "Opens a new conversation that begins with this one, up to a message.",
    params: ofConversation,
    body: ForkBody,
    answers: () => ({ 201: ConversationViewShape() }),
    handler: (context, { body }) => forkConversation(context, body),
  }),
  defineRoute({
    method: "get",
    path: `${BASE}/context`,
    policy: { who: "person", scope: "read" },
    summary: "Contents of the model's context in the last request that was sent: tokens, part by part.",
    params: ofConversation,
    answers: () => ({ 200: ContextShape() }),
    async handler(context) {
      const { principal, stub } = target(context);
      return reply(200, unwrap(await stub.context(principal)));
    },
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/follow-ups`,
    policy: { who: "person", scope: "write" },
    summary:
      "Suggests up to three messages that may follow the newest answer; the fast model's call is booked.",
    params: ofConversation,
    body: nothing,
    answers: () => ({ 200: FollowUpsShape() }),
    async handler(context) {
      const { principal, stub } = target(context);
      return reply(200, { items: unwrap(await stub.followUps(principal)) });
    },
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/compact`,
    policy: { who: "person", scope: "write" },
    summary:
      "Summarises the older part for the model now; every message stays. Refused while an answer is written.",
    params: ofConversation,
    body: nothing,
    answers: () => ({ 200: CompactedShape() }),
    handler: compact,
  }),
  defineRoute({
    method: "post",
    path: `${BASE}/undo-compact`,
    policy: { who: "person", scope: "write" },
    summary: "Takes the newest summary back: the model reads the messages themselves again.",
    params: ofConversation,
    body: nothing,
    answers: () => ({ 200: CompactedShape() }),
    handler: undoCompact,
  }),
];

async function forkConversation(context: ApiContext, { message_id, title }: SchemaOutput<typeof ForkBody>) {
  const { id, services, principal, stub } = target(context);
  const [state, row] = await Promise.all([stub.state(principal), services.conversations.get(id)]);
  const { agent, model, mode, title: own } = unwrap(state);
  const isTheirs = agent !== null && (await services.frontDoor.checkAgent(agent, principal)).ok;
  const wish = {
    channel: "web",
    // A person who may read an agent's words is not always one it talks to.
    agent: isTheirs ? agent : null,
    room: row?.room,
    title: title ?? forkTitle(own),
    model,
    mode,
  } as const;
  const init = services.frontDoor.planCopy(principal.owner, wish);
  const copy = conversationStub(context.env, init.conversation_id);
  const view = unwrap(await copy.fork(principal, init, { conversation_id: id, message_id }));
  const indexed = await services.indexNew(init);
  return reply(201, { ...summaryOf(indexed), ...conversationView(view) });
}

async function compact(context: ApiContext) {
  const { principal, stub } = target(context);
  return reply(200, { compacted: true, ...viewOf(unwrap(await stub.compact(principal))) });
}

async function undoCompact(context: ApiContext) {
  const { principal, stub } = target(context);
  return reply(200, { undone: true, ...viewOf(unwrap(await stub.undoCompact(principal))) });
}

interface Compacted {
  upto: string;
  summary: string;
  by_model: string;
  messages: number;
  tokens_before: number;
  tokens_after: number;
}

function viewOf({ upto, summary, by_model, messages, tokens_before, tokens_after }: Compacted) {
  return { upto, summary, by: by_model, messages, tokens_before, tokens_after };
}

function forkTitle(title: string): string {
  return title === "" ? "" : `${title.slice(0, 190)} (fork)`;
}
