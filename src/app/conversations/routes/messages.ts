/** Withdrawing one message. */
import { z } from "zod";

import { defineRoute, unwrap } from "../../http/api.ts";
import { idOf } from "../../http/schemas.ts";
import { target } from "../conversation-access.ts";

export const messageRoutes = [
  defineRoute({
    method: "delete",
    path: "/conversations/:id/messages/:mid",
    policy: { who: "person", scope: "write" },
    summary: "Deletes a message: from the conversation at once, from its record and from memory soon after.",
    params: () => z.object({ id: z.string(), mid: idOf("msg", "message") }),
    answers: () => ({ 204: "empty" }),
    async handler(context, { params }) {
      const { stub, principal } = target(context);
      unwrap(await stub.deleteMessage(principal, params.mid));
      return context.body(null, 204);
    },
  }),
];
