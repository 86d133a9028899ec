/** Chat completions: a program's message, and its answer in OpenAI's shapes. */
import type {
  ConverseResult,
  TurnEnd,
} from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { AppError, type Result } from "../../../domain/errors.ts";
import type { ConversationId } from "../../../domain/ids.ts";
import type { UserMessage } from "../../../domain/inbound.ts";
import type { Arrival } from "../../../routing/front-door-ports.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { arrivalOf, backgroundOf } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { askConversation } from "../../objects/stubs.ts";
import { CompletionShape, completionOf, type Head } from "../answer/completion.ts";
import { type FinalAnswer, Frames, withReason } from "../answer/frames.ts";
import { framesOf } from "../answer/stream.ts";
import { type ChatCompletionRequest, CompletionBody, checkCompletionRequest } from "../completion-request.ts";
import { servicesOf } from "../services.ts";
import { type Talk, talkOf } from "../talk.ts";
import { mediaParts } from "./media.ts";
import { keepHistory, placeOf, type RoutedMessage } from "./place.ts";
import { type Target, targetOf } from "./target.ts";

/** In bytes: files come in base64 within the JSON. */
const MOST_BYTES = 30 * 1024 * 1024;

export const completionRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/chat/completions",
    policy: { who: "person", scope: "chat" },
    summary:
      "Says the last message to an agent or in a room (`model`), in the shape of OpenAI's API; the history before it finds the conversation.",
    body: CompletionBody,
    most: MOST_BYTES,
    answers: () => ({ 200: [CompletionShape(), "stream"] }),
    handler: (context, { body }) => complete(context, body),
  }),
];

interface Call {
  asked: ChatCompletionRequest;
  talk: Talk;
  target: Target;
  head: Head;
  arrival: Arrival;
}

async function complete(context: ApiContext, asked: ChatCompletionRequest) {
  checkCompletionRequest(asked);
  const talk = talkOf(asked);
  const target = await targetOf(context, asked.model);
  const { to, words, quote, key } = await placeOf(context, { target, model: asked.model }, talk);
  const message = await messageOf(context, { words, quote, key, talk });
  const { ids, now } = servicesOf(context);
  const head = { id: `chatcmpl-${ids.create("inb")}`, created: Math.floor(now() / 1000), model: asked.model };
  const call = { asked, talk, target, head, arrival: arrivalOf(context, to, message) };
  return asked.stream ? streamed(context, call) : whole(context, call);
}

async function messageOf(
  context: ApiContext,
  { words, quote, key, talk }: Pick<RoutedMessage, "words" | "quote" | "key"> & { talk: Talk },
): Promise<UserMessage> {
  const principal = context.get("principal");
  const media = await mediaParts(context, talk.media);
  return {
    type: "user_message",
    key: `completions:${principal.owner}:${key ?? servicesOf(context).ids.create("inb")}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    parts: [
      ...(quote ? [quote] : []),
      ...(words === "" ? [] : [{ type: "text" as const, text: words }]),
      ...media,
    ],
    actor: principal,
  };
}

async function whole(context: ApiContext, call: Call) {
  const { arrival, head } = call;
  const sent = await servicesOf(context).frontDoor.send(arrival, ({ id, inbound, init }) =>
    askConversation(context.env, id, async (stub) => {
      const told = await stub.converse(arrival.principal, inbound, init);
      // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
      return told as Result<ConverseResult>;
    }),
  );
  const { id, receipt, end } = unwrap(sent);
  unwrap(resultOf(receipt));
  if (end?.status === "failed") throw new AppError("api_fail", end.reason ?? "The agent could not answer.");
  const text = end ? shownReply(context, id, end) : "";
  const answer = `${end?.agent ? await speakerOf(context, call.target, end.agent) : ""}${text}`;
  remember(context, call, { id, reply: answer });
  context.header("x-conversation-id", id);
  const finish_reason = end?.status === "halted" ? "length" : "stop";
  const usage = end?.usage ?? null;
  return reply(200, completionOf(head, { reply: answer, usage, conversation_id: id, finish_reason }));
}

function shownReply(context: ApiContext, id: ConversationId, { status, reply, reason }: TurnEnd): string {
  if (status === "parked") return asking(context, id, reply);
  return reason === null || reason === reply ? reply : withReason(reply, reason);
}

async function streamed(context: ApiContext, call: Call): Promise<Response> {
  const { id, receipt } = unwrap(await servicesOf(context).frontDoor.enter(call.arrival));
  const events = await streamOf(context, id, { cursor: receipt.seq, until: receipt.turn_id });
  if (!events.body) throw new AppError("api_fail", "The conversation did not answer. Send it again.");
  const frames = new Frames({
    head: call.head,
    withUsage: call.asked.stream_options?.include_usage ?? false,
    speakerOf: (agent) => speakerOf(context, call.target, agent),
    asking: (words) => asking(context, id, words),
  });
  const ended = ({ text }: FinalAnswer) => remember(context, call, { id, reply: text });
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
