/** Anthropic's Messages API, for programs that speak it: the same turns as chat completions. */
import { z } from "zod";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { callOf } from "../call/call.ts";
import { streamedAnswer } from "../call/streamed.ts";
import { wholeAnswer } from "../call/whole.ts";
import { MOST_BYTES } from "../chat/routes.ts";
import { servicesOf } from "../services.ts";
import { MessageFrames } from "./frames.ts";
import { MessageShape, messageOf } from "./message.ts";
import { MessagesBody, type MessagesRequest, messagesOf, toolsOf } from "./request.ts";

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
    handler: (context, { body }) => say(context, body),
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

async function say(context: ApiContext, asked: MessagesRequest) {
  const { model } = asked;
  const messages = messagesOf(asked);
  const call = await callOf(context, { body: asked, model, messages, tools: toolsOf(asked) });
  const head = { id: `msg_${servicesOf(context).ids.create("inb")}`, model };
  if (asked.stream)
    return streamedAnswer(context, call, ({ conversation }) => new MessageFrames({ head, conversation }));
  return reply(200, messageOf(head, await wholeAnswer(context, call)));
}
