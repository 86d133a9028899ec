/** Follows a conversation's event stream and passes it on as frames. */
import type { NightjarEvent } from "../../../domain/events.ts";
import { createEventStreamParser, type ServerSentEvent } from "../../../platform/event-stream.ts";
import type { AnswerFollower, FinalAnswer } from "./follower.ts";

/** Calls `ended` once, with the final answer. A reader who leaves ends no turn. */
export function framesOf(
  events: ReadableStream<Uint8Array>,
  follower: AnswerFollower,
  ended: (said: FinalAnswer) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const parser = createEventStreamParser();
  const written = async (taken: readonly ServerSentEvent[]) => {
    let text = "";
    for (const { data } of taken) {
      if (follower.said) break;
      text += await follower.take(JSON.parse(data) as NightjarEvent);
      if (follower.said) ended(follower.said);
    }
    return text;
  };
  const send = (controller: TransformStreamDefaultController<Uint8Array>, text: string) => {
    if (text !== "") controller.enqueue(encoder.encode(text));
  };
  return events.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      start: (controller) => send(controller, follower.begin()),
      transform: async (bytes, controller) => send(controller, await written(parser.push(bytes))),
      flush: async (controller) => send(controller, (await written(parser.end())) + follower.cutOff()),
    }),
  );
}
