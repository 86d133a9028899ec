/** The answer of a program's call as a stream, in the frames of the API that it speaks. */
import { AppError } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { AnswerFollower, type FinalAnswer } from "../answer/follower.ts";
import { framesOf } from "../answer/stream.ts";
import type { AnswerWriter } from "../answer/writer.ts";
import { servicesOf } from "../services.ts";
import type { ProgramCall } from "./call.ts";
import { withoutSaid } from "./talk.ts";
import { asking, remember, speakerOf } from "./telling.ts";

export interface BegunTurn {
  conversation: ConversationId;
  turn_id: string | null;
}

/** `writerFor` is called once the turn is known. */
export async function streamedAnswer(
  context: ApiContext,
  call: ProgramCall,
  writerFor: (begun: BegunTurn) => AnswerWriter,
): Promise<Response> {
  const { arrival, entered } = call.entering;
  const { id, receipt } = entered ?? unwrap(await servicesOf(context).frontDoor.enter(arrival));
  call.identity.note(id);
  const events = await streamOf(context, id, { cursor: receipt.seq, until: receipt.turn_id });
  if (!events.body) throw new AppError("api_fail", "The conversation did not answer. Send it again.");
  const follower = new AnswerFollower({
    writer: writerFor({ conversation: id, turn_id: receipt.turn_id }),
    unsaid: (text) => withoutSaid(text, call.talk),
    speakerOf: (agent) => speakerOf(context, call.target, agent),
    asking: (words) => asking(context, id, words),
  });
  const ended = ({ text, isCalling }: FinalAnswer) => {
    if (!isCalling) remember(context, call, { id, reply: text });
  };
  return new Response(framesOf(events.body, follower, ended), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-conversation-id": id,
    },
  });
}
