/** Answer of a chat completion; loaded by the first one. */
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { formatOfChat } from "../call/answer-form.ts";
import { callOf } from "../call/call.ts";
import { streamedAnswer } from "../call/streamed.ts";
import { wholeAnswer } from "../call/whole.ts";
import { servicesOf } from "../services.ts";
import { completionOf } from "./completion.ts";
import { ChatFrames } from "./frames.ts";
import { type ChatCompletionRequest, checkCompletionRequest } from "./request.ts";

export async function complete(context: ApiContext, asked: ChatCompletionRequest) {
  checkCompletionRequest(asked);
  const { model, messages, metadata } = asked;
  const user = asked.user ?? asked.safety_identifier;
  const task = metadata?.task ?? undefined;
  const format = formatOfChat(asked.response_format);
  const call = await callOf(context, { body: asked, model, messages, tools: asked, format, user, task });
  const { ids, now } = servicesOf(context);
  const head = { id: `chatcmpl-${ids.create("inb")}`, created: Math.floor(now() / 1000), model };
  if (asked.stream) {
    const withUsage = asked.stream_options?.include_usage ?? false;
    return streamedAnswer(
      context,
      call,
      ({ conversation }) => new ChatFrames({ head, conversation, withUsage }),
    );
  }
  return reply(200, completionOf(head, await wholeAnswer(context, call)));
}
