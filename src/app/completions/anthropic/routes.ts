/** Anthropic's Messages API, for programs that speak it: the same turns as chat completions. */
import { z } from "zod";
import { defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { MOST_BYTES } from "../chat/routes.ts";
import { MessagesBody } from "./body.ts";
import { MessageShape } from "./message-shape.ts";

/** A common estimate: the model that will count is not known before the turn. */
const CHARACTERS_A_TOKEN = 4;

export const anthropicRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/messages",
    policy: { who: "person", scope: "chat" },
    summary:
      "Says the last message to an agent or in a room (`model`), in the shapes of Anthropic's Messages API.",
    body: MessagesBody,
    most: MOST_BYTES,
    answers: () => ({ 200: [MessageShape(), "stream"] }),
    handler: async (context, { body }) => (await import("./say.ts")).say(context, body),
  }),
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/messages/count_tokens",
    policy: { who: "person", scope: "chat" },
    summary: "An estimate of a request's tokens, at four characters each.",
    body: MessagesBody,
    most: MOST_BYTES,
    answers: () => ({ 200: z.object({ input_tokens: z.number() }) }),
    handler: async (_context, { body: { messages, system, tools } }) => {
      const characters = JSON.stringify([messages, system ?? "", tools ?? []]).length;
      return reply(200, { input_tokens: Math.ceil(characters / CHARACTERS_A_TOKEN) });
    },
  }),
];
