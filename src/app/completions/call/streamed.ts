/** The answer of a program's call as a stream, in the frames of the API that it speaks. */
import { AppError } from "../../../domain/errors.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { AnswerFollower, type FinalAnswer } from "../answer/follower.ts";
import { framesOf } from "../answer/stream.ts";
import type { AnswerWriter, BegunTurn } from "../answer/writer.ts";
import { servicesOf } from "../services.ts";
import type { ProgramCall } from "./call.ts";
import { withoutSaid } from "./talk.ts";
import { asking, remember, speakerOf } from "./telling.ts";

/** Has the input taken in, without waiting for the answer. */
export async function begunTurn(
  context: ApiContext,
  { entering, identity }: ProgramCall,
): Promise<BegunTurn> {
  const { arrival, entered } = entering;
  const { id, receipt } = entered ?? unwrap(await servicesOf(context).frontDoor.enter(arrival));
  identity.note(id);
  return { conversation: id, turn_id: receipt.turn_id, seq: receipt.seq };
}

/** `writerFor` is called once the turn is known. */
export async function streamedAnswer(
  context: ApiContext,
  call: ProgramCall,
  writerFor: (begun: BegunTurn) => AnswerWriter,
): Promise<Response> {
  const begun = await begunTurn(context, call);
  const { conversation: id, turn_id, seq } = begun;
  const events = await streamOf(context, id, { cursor: seq, until: turn_id });
  if (!events.body) throw new AppError("api_fail", "The conversation did not answer. Send it again.");
  const follower = new AnswerFollower({
    writer: writerFor(begun),
    isHeld: call.isHeld,
    unsaid: (text) => withoutSaid(text, call.talk),
    speakerOf: (agent) => speakerOf(context, call.target, agent),
    asking: (words) => asking(context, id, words),
  });
  const ended = ({ text, isCalling, message_id }: FinalAnswer) => {
    if (!isCalling) remember(context, call, { id, reply: text, message_id, turn_id });
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
