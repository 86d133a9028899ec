/** Resets a thread: its conversation is archived, and the next message begins a new one. */
import { z } from "zod";
import { ResetShape } from "../../../contract/routing.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ConversationId, parseId } from "../../../domain/ids.ts";
import { type ApiContext, defineRoute } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { askConversation } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";
import { everybodysOr } from "./threads.ts";

export const resetRoutes = [
  defineRoute({
    method: "post",
    path: "/conversations/reset",
    policy: { who: "member", scope: "write" },
    summary: "Begins anew in all threads, in those of one contact, or in those of one conversation.",
    body: () =>
      z.strictObject({ target: z.string().min(1, "all, a contact, or the id of a conversation").max(200) }),
    answers: () => ({ 200: ResetShape() }),
    async handler(context, { body: { target } }) {
      const { threads, threadCache } = servicesOf(context);
      const [whose, named] = [everybodysOr(context.get("principal")), targetOf(target)];
      const reset = await threads.resetOf(whose, named);
      const isNobody = reset.length === 0 && named.contact !== undefined;
      if (isNobody && !(await threads.knows(whose, target))) throw new AppError("resource_not_found", NOBODY);
      threadCache.forgetAll();
      const conversations = [...new Set(reset.flatMap(({ conversation_id }) => conversation_id ?? []))];
      await Promise.all(conversations.map((id) => putAway(context, id)));
      return reply(200, { reset: reset.length, conversations });
    },
  }),
];

const NOBODY =
  "Nobody by that name writes here. Name a contact, a person, or the id of a chat or a conversation: GET /api/v1/threads lists the threads.";

function targetOf(target: string): { contact?: string; conversation?: string } {
  if (target === "all") return {};
  return parseId("cnv", target) ? { conversation: target } : { contact: target };
}

/**
 * Archives the conversation, so that a message on its way there is answered in the new one. A deleted conversation needs
 * nothing.
 */
async function putAway(context: ApiContext, id: ConversationId): Promise<void> {
  const { conversations } = servicesOf(context);
  const principal = context.get("principal");
  await askConversation(context.env, id, async (stub) => stub.patch(principal, { archived: true }));
  await conversations.patch(id, { archived: true });
}
