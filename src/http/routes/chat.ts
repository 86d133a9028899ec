/** POST /chat and /notify: a message in, and its answer in the response or by events. */
import { z } from "zod";
import { askConversation } from "../../../durable-objects/stubs.ts";
import type { Notice, UserMessage } from "../../domain/inbound.ts";
import type { Address } from "../../routing/address.ts";
import { resultOf } from "../../routing/refusal.ts";
import { type ApiContext, type Route, readBody, unwrap } from "../api.ts";
import { streamOf } from "../conversation-access.ts";
import { arrivalOf, fileParts } from "../inbound.ts";

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
  const arrival = arrivalOf(context, addressOf(body), messageOf(context, body));
  const { frontDoor } = context.get("house");
  if (body.stream) {
    const { id, receipt } = unwrap(await frontDoor.enter(arrival));
    return streamOf(context, id, { cursor: receipt.seq, until: receipt.turn_id });
  }
  const { id, inbound, init } = unwrap(await frontDoor.admit(arrival));
  // Asked again it is a duplicate: the key is the same.
  const { receipt, end } = unwrap(
    await askConversation(context.env, id, async (stub) => stub.converse(arrival.principal, inbound, init)),
  );
  const { message_id, turn_id } = unwrap(resultOf(receipt));
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

function messageOf(context: ApiContext, body: z.output<typeof ChatBody>): UserMessage {
  const principal = context.get("principal");
  const sender = body.sender ?? principal.owner;
  const message: UserMessage = {
    type: "user_message",
    key: `http:${sender}:${body.client_id ?? context.get("house").ids.create("inb")}`,
    source: { channel: "http", sender, sender_name: body.sender ?? principal.name },
    parts: [{ type: "text", text: body.message }, ...fileParts(body.files)],
  };
  // Words of a sender whom the caller names are that sender's, not the caller's.
  if (body.sender === undefined) message.actor = principal;
  if (body.agent !== undefined) message.agent = body.agent;
  if (body.mode !== undefined) message.mode = body.mode;
  if (body.model !== undefined) message.model = body.model;
  return message;
}

async function notify(context: ApiContext): Promise<Response> {
  const body = await readBody(context, NotifyBody);
  const { frontDoor, ids } = context.get("house");
  unwrap(await frontDoor.checkAgent(body.agent));
  const inbound: Notice = {
    type: "notice",
    key: `notify:${ids.create("inb")}`,
    source: { channel: "system", sender: context.get("principal").owner },
    text: body.message,
  };
  if (body.tier !== undefined) inbound.tier = body.tier;
  const { id } = unwrap(await frontDoor.enter(arrivalOf(context, addressOf(body), inbound)));
  return context.json({ queued: true, conversation_id: id }, 202);
}

type Addressed = z.output<typeof NotifyBody> & Partial<z.output<typeof ChatBody>>;

/** The named conversation, or a new one. The same call again finds the one that its first try has made. */
function addressOf(body: Addressed): Address {
  const { conversation_id, agent, room, model, mode, sender, client_id } = body;
  if (conversation_id !== undefined) return { conversation: conversation_id };
  const key = client_id === undefined ? undefined : [sender ?? null, client_id];
  return { new: { channel: "http", agent, room, model, mode, key } };
}
