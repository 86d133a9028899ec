/** A response that was made earlier: told again, stopped, deleted. */
import type { z } from "zod";
import { AppError, type Result } from "../../../domain/errors.ts";
import type { Command } from "../../../domain/inbound.ts";
import { type Message, textOf } from "../../../domain/message.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { AnswerFollower } from "../answer/follower.ts";
import { framesOf } from "../answer/stream.ts";
import { asking } from "../call/telling.ts";
import { servicesOf } from "../services.ts";
import { ResponseFrames } from "./frames.ts";
import {
  type ResponseHead,
  ResponseShape,
  readResponseId,
  responseOf,
  type StoredResponse,
} from "./response.ts";

function storedOf(id: string): StoredResponse {
  const stored = readResponseId(id);
  if (stored) return stored;
  throw new AppError("resource_not_found", `There is no response "${id.slice(0, 100)}", or it is not yours.`);
}

export async function retrieve(context: ApiContext, id: string, isStreamed: boolean) {
  const stored = storedOf(id);
  const turn = await turnOf(context, stored);
  const head = headOf(id, turn);
  if (!isStreamed && isRunning(turn)) return reply(200, running(head));
  if (!isStreamed) return reply(200, await toldAgain(context, head, stored));
  const headers = { "content-type": "text/event-stream; charset=utf-8" };
  return new Response(await framesAgain(context, head, stored), { headers });
}

async function toldAgain(context: ApiContext, head: ResponseHead, stored: StoredResponse) {
  return lastResponse(await new Response(await framesAgain(context, head, stored)).text());
}

async function framesAgain(context: ApiContext, head: ResponseHead, stored: StoredResponse) {
  const { conversation, seq, turn_id } = stored;
  const events = await streamOf(context, conversation, { cursor: seq, until: turn_id });
  if (!events.body) throw new AppError("api_fail", "The conversation did not answer. Ask again.");
  return framesOf(events.body, followerOf(context, head, stored), () => undefined);
}

function followerOf(context: ApiContext, head: ResponseHead, { conversation, turn_id }: StoredResponse) {
  return new AnswerFollower({
    writer: new ResponseFrames({ head, place: { conversation, turn_id, custom: new Set() } }),
    isHeld: false,
    unsaid: (text) => text,
    speakerOf: () => "",
    asking: (words) => asking(context, conversation, words),
  });
}

/** The last event has the whole response. */
function lastResponse(frames: string): z.output<ReturnType<typeof ResponseShape>> {
  const last =
    frames
      .trimEnd()
      .split("\n")
      .findLast((line) => line.startsWith("data: ")) ?? "";
  return ResponseShape().parse(JSON.parse(last.slice("data: ".length)).response);
}

async function turnOf(context: ApiContext, { conversation, turn_id }: StoredResponse) {
  return unwrap(await conversationStub(context.env, conversation).turn(context.get("principal"), turn_id));
}

type StoredTurn = Awaited<ReturnType<typeof turnOf>>;

function isRunning({ status }: StoredTurn): boolean {
  return status === "queued" || status === "running";
}

function headOf(id: string, turn: StoredTurn): ResponseHead {
  const created = Math.floor(Date.parse(turn.created_at) / 1000);
  return { id, conversation: storedOf(id).conversation, created, asked: { model: turn.agent ?? "" } };
}

function running(head: ResponseHead) {
  return responseOf(head, { status: "in_progress", output: [], usage: null });
}

/** The stop is obeyed by whatever runs in the conversation: here, only while that is this response. */
export async function cancel(context: ApiContext, id: string) {
  const stored = storedOf(id);
  const turn = await turnOf(context, stored);
  const head = headOf(id, turn);
  if (!isRunning(turn) && turn.status !== "parked") return reply(200, await toldAgain(context, head, stored));
  const principal = context.get("principal");
  const halt: Command = {
    type: "command",
    key: `completions:cancel:${servicesOf(context).ids.create("inb")}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    actor: principal,
    command: { name: "halt" },
  };
  unwrap(
    await servicesOf(context).frontDoor.enter(
      arrivalOf(context, { conversation: stored.conversation }, halt),
    ),
  );
  return reply(200, responseOf(head, { status: "cancelled", output: [], usage: null }));
}

/** Messages of one page: the newest part of the branch. */
const NEWEST = 100;

export async function inputItems(context: ApiContext, id: string) {
  return itemsOf(await askedFor(context, storedOf(id)));
}

/** Deletes the answer and the message that it answered. */
export async function remove(context: ApiContext, id: string): Promise<void> {
  const stored = storedOf(id);
  const stub = conversationStub(context.env, stored.conversation);
  const { message_id, trigger_message_id } = await turnOf(context, stored);
  for (const each of [message_id, trigger_message_id])
    unwrap(await stub.deleteMessage(context.get("principal"), each));
}

async function askedFor(context: ApiContext, stored: StoredResponse): Promise<Message[]> {
  const { trigger_message_id } = await turnOf(context, stored);
  const stub = conversationStub(context.env, stored.conversation);
  const told = await stub.messages(context.get("principal"), { before: null, limit: NEWEST });
  // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
  const page = unwrap(told as Result<{ items: Message[] }>);
  return page.items.filter(({ id }) => id === trigger_message_id);
}

function itemsOf(messages: readonly Message[]) {
  const data = messages.map(({ id, parts }) => ({
    id,
    type: "message",
    role: "user",
    status: "completed",
    content: [{ type: "input_text", text: textOf(parts) }],
  }));
  return {
    object: "list" as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: false as const,
  };
}
