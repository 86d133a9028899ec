/** The answer of a program's call, whole. */
import type {
  ConverseResult,
  TurnEnd,
} from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { AppError, type Result } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { askConversation } from "../../objects/stubs.ts";
import { withReason } from "../answer/follower.ts";
import type { WholeAnswer } from "../answer/writer.ts";
import { servicesOf } from "../services.ts";
import type { ProgramCall } from "./call.ts";
import { asking, remember, speakerOf } from "./telling.ts";

/** Throws an AppError when the turn has failed. */
export async function wholeAnswer(context: ApiContext, call: ProgramCall): Promise<WholeAnswer> {
  const { id: conversation, receipt, end } = unwrap(await converse(context, call));
  const { turn_id, seq } = unwrap(resultOf(receipt));
  if (end?.status === "failed") throw new AppError("api_fail", end.reason ?? "The agent could not answer.");
  const words = end ? shownReply(context, conversation, end) : "";
  const text = `${end?.agent ? await speakerOf(context, call.target, end.agent) : ""}${words}`;
  const calls = end?.calls ?? [];
  const message_id = end?.message_id ?? null;
  if (calls.length === 0) remember(context, call, { id: conversation, reply: text, message_id, turn_id });
  context.header("x-conversation-id", conversation);
  const usage = end?.usage_since_parked ?? end?.usage ?? null;
  const finish = calls.length > 0 ? "tool_calls" : end?.status === "halted" ? "length" : "stop";
  const silence = end?.status === "completed" ? end.reason : null;
  const citations = end?.citations ?? [];
  return { conversation, turn_id, seq, text, calls, usage, finish, silence, citations };
}

function converse(context: ApiContext, { entering: { arrival }, identity }: ProgramCall) {
  return servicesOf(context).frontDoor.send(arrival, ({ id, inbound, init }) =>
    askConversation(context.env, id, async (stub) => {
      identity.note(id);
      const told = await stub.converse(arrival.principal, inbound, init);
      // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
      return told as Result<ConverseResult>;
    }),
  );
}

function shownReply(context: ApiContext, id: ConversationId, end: TurnEnd): string {
  const { status, reason, calls } = end;
  const reply = end.reply_since_results ?? end.reply;
  if (status === "parked") return calls.length > 0 ? reply : asking(context, id, reply);
  return status === "completed" || reason === null || reason === reply ? reply : withReason(reply, reason);
}
