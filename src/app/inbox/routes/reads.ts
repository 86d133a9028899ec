/** Read positions: the same on all devices of a person, and separate for each member. */
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { ofConversation } from "../../conversations/conversation-access.ts";
import { defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";

export const readRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/conversations/:id/read",
    policy: { who: "person", scope: ["write", "chat"] },
    summary:
      "One has read up to the event of that `seq`: it is not unread any more, on any device. Never goes back.",
    params: ofConversation,
    body: () => z.object({ seq: z.number().int().min(0) }),
    answers: () => ({ 200: z.object({ seq: z.number() }) }),
    async handler(context, { params: { id }, body }) {
      const { inbox } = servicesOf(context);
      const seq = await inbox.read(context.get("principal").owner, id, body.seq);
      if (seq === undefined) {
        throw new AppError("resource_not_found", "There is no such conversation in your list.");
      }
      return reply(200, { seq });
    },
  }),
];
