/** Answer of a Responses request; loaded by the first one. */
import type { ApiContext } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { annotationsOf } from "../answer/annotations.ts";
import type { BegunTurn, WholeAnswer } from "../answer/writer.ts";
import { formatOfText } from "../call/answer-form.ts";
import { callOf } from "../call/call.ts";
import { begunTurn, streamedAnswer } from "../call/streamed.ts";
import { wholeAnswer } from "../call/whole.ts";
import { servicesOf } from "../services.ts";
import { ResponseFrames } from "./frames.ts";
import { callItem, type ItemPlace, messageItem, type OutputItem } from "./items.ts";
import { customTools, messagesOf, placesOf, type ResponsesRequest, toolsOf } from "./request.ts";
import { type ResponseHead, responseId, responseOf, statusOf } from "./response.ts";

export async function respond(context: ApiContext, asked: ResponsesRequest) {
  const call = await callOf(context, {
    body: asked,
    model: asked.model,
    messages: messagesOf(asked),
    tools: toolsOf(asked),
    format: formatOfText(asked.text?.format),
    places: placesOf(asked),
    user: asked.user ?? asked.safety_identifier,
    task: asked.metadata?.task,
  });
  const created = Math.floor(servicesOf(context).now() / 1000);
  const headFor = ({ conversation, turn_id, seq }: BegunTurn): ResponseHead => ({
    id: responseId(conversation, turn_id, seq),
    conversation,
    created,
    asked,
  });
  if (asked.stream)
    return streamedAnswer(
      context,
      call,
      (begun) => new ResponseFrames({ head: headFor(begun), place: placeOfItems(asked, begun) }),
    );
  if (asked.background) {
    const begun = await begunTurn(context, call);
    return reply(200, responseOf(headFor(begun), { status: "in_progress", output: [], usage: null }));
  }
  const answer = await wholeAnswer(context, call);
  const output = itemsOf(placeOfItems(asked, answer), answer);
  return reply(
    200,
    responseOf(headFor(answer), { status: statusOf(answer.finish), output, usage: answer.usage }),
  );
}

function placeOfItems(asked: ResponsesRequest, { conversation, turn_id }: BegunTurn): ItemPlace {
  return { conversation, turn_id, custom: customTools(asked) };
}

function itemsOf(place: ItemPlace, { text, calls, citations = [] }: WholeAnswer): OutputItem[] {
  const words =
    text === "" ? [] : [messageItem(place, 0, { text, annotations: annotationsOf(text, citations) })];
  return [...words, ...calls.map((call, at) => callItem(place, { index: words.length + at }, call))];
}
