/** POST /chat and /notify: a message in, and its answer in the response or by events. */
import { z } from "zod";
import type { MetaInit } from "../../../durable-objects/conversation/rows/meta.ts";
import { askConversation } from "../../../durable-objects/stubs.ts";
import { type ConversationId, derivedId } from "../../domain/ids.ts";
import type { Notice, Receipt, Source, UserMessage } from "../../domain/inbound.ts";
import { type ApiContext, type Route, readBody, unwrap } from "../api.ts";
import { conversationIdOf, streamOf } from "../conversation-access.ts";
import { fileParts, refusalError } from "../inbound.ts";
import { checkAgent } from "../known-agent.ts";

const id = z.string().min(1).max(200);
const ChatBody = z.object({
  message: z.string().min(1, "say something"),
  agent: id.optional(),
  room: id.optional(),
  conversation_id: id.optional(),
  mode: id.optional(),
  model: id.optional(),
  files: z
    .array(z.object({ file_id: id }))
    .max(20)
    .optional(),
  sender: z.string().max(200).optional(),
  stream: z.boolean().default(false),
  /** Makes the call idempotent. */
  client_id: id.optional(),
});

/** A row of a conversation holds it whole. */
const MAX_NOTICE_CHARACTERS = 300_000;
const NotifyBody = z.object({
  message: z.string().min(1, "say something").max(MAX_NOTICE_CHARACTERS),
  agent: id.optional(),
  conversation_id: id.optional(),
  tier: z.enum(["full", "operational"]).optional(),
});

export const chatRoutes: Route[] = [
  {
    method: "post",
    path: "/chat",
    access: "person",
    summary: "Says something and waits for the answer; with stream:true the events come as they happen.",
    handler: chat,
  },
  {
    method: "post",
    path: "/notify",
    access: "person",
    summary: "Tells an agent something without waiting for what it makes of it.",
    handler: notify,
  },
];

async function chat(context: ApiContext): Promise<Response> {
  const body = await readBody(context, ChatBody);
  const { house, id, init } = await target(context, body);
  const principal = context.get("principal");
  const source: Source = {
    channel: "http",
    sender: body.sender ?? principal.owner,
    sender_name: body.sender ?? principal.name,
  };
  const inbound: UserMessage = {
    type: "user_message",
    key: `http:${source.sender}:${body.client_id ?? house.ids.create("inb")}`,
    source,
    parts: [{ type: "text", text: body.message }, ...fileParts(body.files)],
  };
  // Words of a sender whom the caller names are that sender's, not the caller's.
  if (body.sender === undefined) inbound.actor = principal;
  if (body.agent !== undefined) inbound.agent = body.agent;
  if (body.mode !== undefined) inbound.mode = body.mode;
  if (body.model !== undefined) inbound.model = body.model;
  // Asked again it is a duplicate: the key is the same.
  if (body.stream) {
    const received = await askConversation(context.env, id, async (stub) =>
      stub.receive(principal, inbound, init),
    );
    const receipt = accepted(unwrap(received));
    return streamOf(context, id, receipt.seq, receipt.turn_id);
  }
  const { receipt, end } = unwrap(
    await askConversation(context.env, id, async (stub) => stub.converse(principal, inbound, init)),
  );
  const { message_id, turn_id } = accepted(receipt);
  return context.json({
    conversation_id: id,
    message_id: end?.message_id ?? message_id,
    turn_id,
    reply: end?.reply ?? "",
    agent: end?.agent ?? body.agent ?? null,
    status: end?.status ?? "completed",
    usage: end?.usage ?? null,
    cost_usd: end?.cost_usd ?? null,
  });
}

async function notify(context: ApiContext): Promise<Response> {
  const body = await readBody(context, NotifyBody);
  const { house, id, init } = await target(context, body);
  const source: Source = { channel: "system", sender: context.get("principal").owner };
  const inbound: Notice = {
    type: "notice",
    key: `notify:${house.ids.create("inb")}`,
    source,
    text: body.message,
  };
  if (body.tier !== undefined) inbound.tier = body.tier;
  const principal = context.get("principal");
  const received = await askConversation(context.env, id, async (stub) =>
    stub.receive(principal, inbound, init),
  );
  accepted(unwrap(received));
  return context.json({ queued: true, conversation_id: id }, 202);
}

function accepted(receipt: Receipt): Exclude<Receipt, { status: "refused" }> {
  if (receipt.status === "refused") throw refusalError(receipt);
  return receipt;
}

/** The conversation that is meant: the named one, or a new one, which its first message creates. */
async function target(
  context: ApiContext,
  body: z.output<typeof NotifyBody> & {
    room?: string | undefined;
    model?: string | undefined;
    mode?: string | undefined;
    sender?: string | undefined;
    client_id?: string | undefined;
  },
) {
  const house = context.get("house");
  await checkAgent(context, body.agent);
  if (body.conversation_id !== undefined)
    return { house, id: conversationIdOf(body.conversation_id), init: undefined };
  const id = await newConversationId(context, body);
  const init: MetaInit = {
    conversation_id: id,
    owner: context.get("principal").owner,
    agent: body.agent ?? null,
    room: body.room ?? null,
    channel: "http",
    title: "",
    model: body.model ?? null,
    mode: body.mode ?? null,
  };
  // Without it the conversation is in the list only with its first turn, which writes the row too.
  context.executionCtx.waitUntil(
    house.indexNew(init).catch((cause: unknown) => {
      house.log.warn("conversation_not_listed", { conversation_id: id, problem: String(cause) });
    }),
  );
  return { house, id, init };
}

/** The same call again finds the conversation that its first try has made. */
async function newConversationId(
  context: ApiContext,
  { client_id, sender }: { client_id?: string | undefined; sender?: string | undefined },
): Promise<ConversationId> {
  if (client_id === undefined) return context.get("house").ids.create("cnv");
  const what = JSON.stringify([context.get("principal").owner, sender ?? null, client_id]);
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(what));
  return derivedId("cnv", new Uint8Array(digest));
}
