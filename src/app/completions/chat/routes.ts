/** Chat completions: a program's message, and its answer in OpenAI's shapes. */
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { formatOfChat } from "../call/answer-form.ts";
import { callOf } from "../call/call.ts";
import { streamedAnswer } from "../call/streamed.ts";
import { wholeAnswer } from "../call/whole.ts";
import { servicesOf } from "../services.ts";
import { CompletionShape, completionOf } from "./completion.ts";
import { ChatFrames } from "./frames.ts";
import { type ChatCompletionRequest, CompletionBody, checkCompletionRequest } from "./request.ts";

/** In bytes: files come in base64 within the JSON. */
export const MOST_BYTES = 30 * 1024 * 1024;

export const completionRoutes: Route[] = ["/v1/chat/completions", "/chat/completions"].map((path) =>
  defineRoute({
    root: "",
    method: "post",
    path,
    policy: { who: "person", scope: "chat" },
    summary:
      "Says the last message to an agent or in a room (`model`), in the shape of OpenAI's API; the history before it finds the conversation.",
    body: CompletionBody,
    most: MOST_BYTES,
    answers: () => ({ 200: [CompletionShape(), "stream"] }),
    handler: (context, { body }) => complete(context, body),
  }),
);

async function complete(context: ApiContext, asked: ChatCompletionRequest) {
  checkCompletionRequest(asked);
  const { model, messages } = asked;
  const format = formatOfChat(asked.response_format);
  const call = await callOf(context, { body: asked, model, messages, tools: asked, format });
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
