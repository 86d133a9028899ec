/** POST /chat and /notify: a message in, and its answer in the response or by events. */

import { z } from "zod";
import type { ConverseResult } from "../../../../durable-objects/conversation/readers/turn-end-waiter.ts";
import { ChatShape } from "../../../contract/inputs.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import type { Result } from "../../../domain/errors.ts";
import { TIER } from "../../../domain/fields/codes.ts";
import type { Notice, Source, UserMessage } from "../../../domain/inbound.ts";
import type { Principal } from "../../../domain/principal.ts";
import { codeSchema } from "../../../platform/settings/schema.ts";
import type { Address } from "../../../routing/address.ts";
import { resultOf } from "../../../routing/refusal.ts";
import { type ApiContext, defineRoute, type Route, unwrap } from "../../http/api.ts";
import { countGuest } from "../../http/guests.ts";
import { arrivalOf, fileParts } from "../../http/inbound.ts";
import { reply } from "../../http/reply.ts";
import { askConversation } from "../../objects/stubs.ts";
import { streamOf } from "../conversation-access.ts";
import { servicesOf } from "../services.ts";

const id = z.string().min(1).max(200);
const tier = codeSchema(TIER);
const ChatBody = () =>
  z.object({
    message: z.string().min(1, "say something"),
    agent: id.optional(),
    room: id.optional(),
    conversation_id: id.optional(),
    mode: id.optional(),
    tier: tier.optional(),
    model: id.optional(),
    files: z
      .array(z.strictObject({ file_id: id }))
      .max(20)
      .optional(),
    sender: z.string().max(200).optional(),
    /** The person speaks, and waits to hear the answer. */
    live: z.boolean().default(false),
    stream: z.boolean().default(false),
    /** Begins a chat that is kept nowhere: in no list, search or memory. Its later messages name its conversation_id. */
    temporary: z.boolean().default(false),
    /** Idempotency key. */
    client_id: id.optional(),
  });

/** A conversation stores it whole in one row. */
const MAX_NOTICE_CHARACTERS = 300_000;
const NotifyBody = () =>
  z.object({
    message: z.string().min(1, "say something").max(MAX_NOTICE_CHARACTERS),
    agent: id.optional(),
    conversation_id: id.optional(),
    tier: tier.optional(),
  });

export const chatRoutes: Route[] = [
  defineRoute({
    method: "post",
    path: "/chat",
    policy: { who: "person", scope: "chat" },
    summary: "Says something and waits for the answer; with stream:true the events come as they happen.",
    body: ChatBody,
    answers: () => ({ 200: [ChatShape(), "stream"] }),
    handler: (context, { body }) => chat(context, body),
  }),
  defineRoute({
    method: "post",
    path: "/notify",
    policy: { who: "person", scope: "chat" },
    summary: "Tells an agent something without waiting for what it makes of it.",
    body: NotifyBody,
    answers: () => ({ 202: z.object({ queued: z.literal(true), conversation_id: z.string() }) }),
    handler: (context, { body }) => notify(context, body),
  }),
];

async function chat(context: ApiContext, body: SchemaOutput<typeof ChatBody>) {
  if (body.temporary) (await import("../unlisted.ts")).checkUnlisted("temporary", body);
  await countBeginning(context, body);
  const arrival = arrivalOf(context, addressOf(body), messageOf(context, body));
  const { frontDoor } = servicesOf(context);
  if (body.stream) {
    const { id, receipt } = unwrap(await frontDoor.enter(arrival));
    return streamOf(context, id, { cursor: receipt.seq, until: receipt.turn_id });
  }
  const sent = await frontDoor.send(arrival, ({ id, inbound, init }) =>
    // A second call is a duplicate: the key is the same.
    askConversation(context.env, id, async (stub) => {
      const told = await stub.converse(arrival.principal, inbound, init);
      // A tool's input is JSON of any shape, and RPC's types do not know that it can be sent.
      return told as Result<ConverseResult>;
    }),
  );
  const { id, receipt, end } = unwrap(sent);
  const { message_id, turn_id } = unwrap(resultOf(receipt));
  return reply(200, {
    conversation_id: id,
    message_id: end?.message_id ?? message_id,
    turn_id,
    reply: end?.reply ?? "",
    files: end?.files ?? [],
    agent: end?.agent ?? body.agent ?? null,
    status: end?.status ?? "completed",
    reason: end?.reason ?? null,
    usage: end?.usage ?? null,
    cost_usd: end?.cost_usd ?? null,
    asks: end?.asks ?? [],
  });
}

function messageOf(context: ApiContext, body: SchemaOutput<typeof ChatBody>): UserMessage {
  const principal = context.get("principal");
  const sender = body.sender ?? principal.owner;
  const message: UserMessage = {
    type: "user_message",
    key: `http:${sender}:${body.client_id ?? servicesOf(context).ids.create("inb")}`,
    source: { ...sourceOf(body, principal), ...(body.live && { is_live: true as const }) },
    parts: [{ type: "text", text: body.message }, ...fileParts(body.files)],
  };
  // Words of a sender whom the caller names are that sender's, not the caller's.
  if (body.sender === undefined) message.actor = principal;
  if (body.agent !== undefined) message.agent = body.agent;
  if (body.mode !== undefined) message.mode = body.mode;
  if (body.model !== undefined) message.model = body.model;
  if (body.tier !== undefined) message.tier = body.tier;
  return message;
}

/** A named sender is scoped to the caller: others may have senders of the same name. */
function sourceOf({ sender, room }: Pick<Addressed, "sender" | "room">, principal: Principal): Source {
  if (sender === undefined) return { channel: "http", sender: principal.owner, sender_name: principal.name };
  const known = { channel: "http", account: principal.owner, sender, sender_name: sender } as const;
  return room === undefined ? known : { ...known, thread: `${room}:${sender}` };
}

async function notify(context: ApiContext, body: SchemaOutput<typeof NotifyBody>) {
  const { frontDoor, ids } = servicesOf(context);
  unwrap(await frontDoor.checkAgent(body.agent, context.get("principal")));
  const inbound: Notice = {
    type: "notice",
    key: `notify:${ids.create("inb")}`,
    source: { channel: "system", sender: context.get("principal").owner },
    text: body.message,
  };
  if (body.tier !== undefined) inbound.tier = body.tier;
  await countBeginning(context, body);
  const { id } = unwrap(await frontDoor.enter(arrivalOf(context, addressOf(body), inbound)));
  return reply(202, { queued: true, conversation_id: id });
}

type Addressed = SchemaOutput<typeof NotifyBody> & Partial<SchemaOutput<typeof ChatBody>>;

/**
 * Counts a guest's new conversation: another sender's name is another conversation. Visits to rooms are counted at their
 * doors.
 */
async function countBeginning(context: ApiContext, { conversation_id, room }: Addressed): Promise<void> {
  if (conversation_id === undefined && room == null) await countGuest(context, "conversations");
}

/** The named conversation, that of the named sender, or a new one. A repeated call finds the one that its first try created. */
function addressOf(body: Addressed): Address {
  const { conversation_id, agent, room, model, mode, sender, client_id } = body;
  if (conversation_id !== undefined) return { conversation: conversation_id };
  if (sender !== undefined) return { thread: true, request: { agent, room, model, mode } };
  const key = client_id === undefined ? undefined : [null, client_id];
  return { new: { channel: "http", agent, room, model, mode, key, temporary: body.temporary } };
}
