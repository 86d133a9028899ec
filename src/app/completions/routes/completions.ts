/** Chat completions: a program's message, and its answer in OpenAI's shapes. */
import type {
  ConverseResult,
  TurnEnd,
} from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { AppError, type Result } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { backgroundOf } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { askConversation } from "../../objects/stubs.ts";
import { CompletionShape, completionOf, type Head } from "../answer/completion.ts";
import { type FinalAnswer, Frames, withReason } from "../answer/frames.ts";
import { framesOf } from "../answer/stream.ts";
import { clientToolsOf, type ToolsWish, toolsWishOf } from "../client-tools.ts";
import { type ChatCompletionRequest, CompletionBody, checkCompletionRequest } from "../completion-request.ts";
import { servicesOf } from "../services.ts";
import { type Talk, talkOf, withoutSaid } from "../talk.ts";
import { type Entering, enteringOf } from "./arrivals.ts";
import { keepHistory } from "./place.ts";
import { type CallIdentity, identityOf } from "./same-call.ts";
import { type Target, targetOf } from "./target.ts";

/** In bytes: files come in base64 within the JSON. */
const MOST_BYTES = 30 * 1024 * 1024;

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

interface Call {
  asked: ChatCompletionRequest;
  talk: Talk;
  target: Target;
  head: Head;
  identity: CallIdentity;
}

async function complete(context: ApiContext, asked: ChatCompletionRequest) {
  checkCompletionRequest(asked);
  const talk = talkOf(asked);
  const { target, wish } = await targetOf(context, asked.model);
  const client_tools = "room" in target ? undefined : clientToolsOf(asked, wishOf(context, wish));
  const identity = await identityOf(context, asked);
  const entering = await enteringOf(context, { model: asked.model, identity, target, talk, client_tools });
  const { ids, now } = servicesOf(context);
  const head = { id: `chatcmpl-${ids.create("inb")}`, created: Math.floor(now() / 1000), model: asked.model };
  const call = { asked, talk, target, head, identity };
  return asked.stream ? streamed(context, call, entering) : whole(context, call, entering);
}

/** The model's name wins over the header: it is set where the program is. */
function wishOf(context: ApiContext, named: ToolsWish | undefined): ToolsWish {
  return named ?? toolsWishOf(context.req.header("x-nightjar-tools"));
}

async function whole(context: ApiContext, call: Call, { arrival }: Entering) {
  const { head } = call;
  const sent = await servicesOf(context).frontDoor.send(arrival, ({ id, inbound, init }) =>
    askConversation(context.env, id, async (stub) => {
      call.identity.note(id);
      const told = await stub.converse(arrival.principal, inbound, init);
      // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
      return told as Result<ConverseResult>;
    }),
  );
  const { id, receipt, end } = unwrap(sent);
  unwrap(resultOf(receipt));
  if (end?.status === "failed") throw new AppError("api_fail", end.reason ?? "The agent could not answer.");
  const text = end ? withoutSaid(shownReply(context, id, end), call.talk) : "";
  const answer = `${end?.agent ? await speakerOf(context, call.target, end.agent) : ""}${text}`;
  const calls = end?.calls ?? [];
  if (calls.length === 0) remember(context, call, { id, reply: answer });
  context.header("x-conversation-id", id);
  const usage = end?.usage_since_parked ?? end?.usage ?? null;
  const finish_reason = calls.length > 0 ? "tool_calls" : end?.status === "halted" ? "length" : "stop";
  return reply(200, completionOf(head, { reply: answer, calls, usage, conversation_id: id, finish_reason }));
}

function shownReply(context: ApiContext, id: ConversationId, end: TurnEnd): string {
  const { status, reply, reason, calls } = end;
  if (status === "parked") return calls.length > 0 ? reply : asking(context, id, reply);
  return reason === null || reason === reply ? reply : withReason(reply, reason);
}

async function streamed(context: ApiContext, call: Call, { arrival, entered }: Entering): Promise<Response> {
  const { id, receipt } = entered ?? unwrap(await servicesOf(context).frontDoor.enter(arrival));
  call.identity.note(id);
  const events = await streamOf(context, id, { cursor: receipt.seq, until: receipt.turn_id });
  if (!events.body) throw new AppError("api_fail", "The conversation did not answer. Send it again.");
  const frames = new Frames({
    head: call.head,
    conversation: id,
    withUsage: call.asked.stream_options?.include_usage ?? false,
    unsaid: (text) => withoutSaid(text, call.talk),
    speakerOf: (agent) => speakerOf(context, call.target, agent),
    asking: (words) => asking(context, id, words),
  });
  const ended = ({ text, isCalling }: FinalAnswer) => {
    if (!isCalling) remember(context, call, { id, reply: text });
  };
  return new Response(framesOf(events.body, frames, ended), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-conversation-id": id,
    },
  });
}

/** The label of the speaker: in a room the words alone do not tell whose they are. */
async function speakerOf(context: ApiContext, target: Target, agent: string): Promise<string> {
  if (!("room" in target)) return "";
  return `**${(await servicesOf(context).agentCache.get(agent)).name}:** `;
}

function asking(context: ApiContext, id: ConversationId, words: string): string {
  const { origin } = new URL(context.req.url);
  return `${words}\n\n(This waits for you: ${origin}/c/${id})`.trim();
}

/** Keeps the history, except in a visit, which is found without it. */
function remember(
  context: ApiContext,
  { target, talk, head }: Call,
  said: { id: string; reply: string },
): void {
  if ("room" in target) return;
  backgroundOf(context)(keepHistory(context, { ...said, model: head.model, talk }));
}
