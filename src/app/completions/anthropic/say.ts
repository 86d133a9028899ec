/** Answer of a Messages request; loaded by the first one. */
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { callOf } from "../call/call.ts";
import { streamedAnswer } from "../call/streamed.ts";
import { wholeAnswer } from "../call/whole.ts";
import { servicesOf } from "../services.ts";
import type { MessagesRequest } from "./body.ts";
import { MessageFrames } from "./frames.ts";
import { messageOf } from "./message.ts";
import { messagesOf, toolsOf } from "./request.ts";

export async function say(context: ApiContext, asked: MessagesRequest) {
  const { model } = asked;
  const messages = messagesOf(asked);
  const user = asked.metadata?.user_id;
  const call = await callOf(context, { body: asked, model, messages, tools: toolsOf(asked), user });
  const head = { id: `msg_${servicesOf(context).ids.create("inb")}`, model };
  if (asked.stream)
    return streamedAnswer(context, call, ({ conversation }) => new MessageFrames({ head, conversation }));
  return reply(200, messageOf(head, await wholeAnswer(context, call)));
}
