/** Addresses of inputs, and the conversations that they lead to. */
import type { ConversationInit, Parent } from "../domain/conversation/conversation.ts";
import { type ConversationId, derivedId } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";
import { sha256 } from "../platform/digest.ts";
import type { Place } from "./threads.ts";

/** Fields of a requested conversation. Absent fields get the instance's defaults. */
export interface ConversationRequest {
  channel: Channel;
  agent?: string | null | undefined;
  room?: string | null | undefined;
  title?: string | undefined;
  model?: string | null | undefined;
  mode?: string | null | undefined;
  /** It is kept nowhere, and deleted when it is closed or a day old. */
  temporary?: boolean | undefined;
  /** Whether it is opened before anything is said in it. */
  provisional?: boolean | undefined;
  /** Equal keys of one owner lead to the same conversation; absent: always a new one. */
  key?: readonly (string | null)[] | undefined;
  /** The call that starts a child. Its idempotency key leads a repeated call to the same child. */
  parent?: (Parent & { idempotency_key: string }) | undefined;
}

/** Fields of a thread's new conversation. */
export type ThreadRequest = Pick<ConversationRequest, "agent" | "room" | "model" | "mode">;

export type Address =
  /** An id as it came from outside, not yet validated. */
  | { conversation: string }
  /** The current conversation of the message's thread. */
  | { thread: true; request?: ThreadRequest }
  | { new: ConversationRequest };

export async function derivedConversation(
  owner: string,
  key: readonly (string | null)[],
): Promise<ConversationId> {
  return derivedId("cnv", await sha256(JSON.stringify([owner, ...key])));
}

/** Identifies a conversation among its owner's; undefined: only its id does. */
export function keyOf({ key, parent }: ConversationRequest): readonly (string | null)[] | undefined {
  return parent ? ["child", parent.conversation_id, parent.idempotency_key] : key;
}

/** Key of a thread's n-th conversation: two first messages at once lead to one. */
export function threadKey({ channel, account, thread }: Place, generation: number): readonly string[] {
  const key = ["thread", channel, ...(account === "" ? [] : [account]), thread];
  return generation === 0 ? key : [...key, String(generation)];
}

export function initOf(id: ConversationId, owner: string, request: ConversationRequest): ConversationInit {
  const { channel, agent, room, title, model, mode, parent, temporary, provisional } = request;
  return {
    conversation_id: id,
    owner,
    agent: agent ?? null,
    room: room ?? null,
    channel,
    title: title ?? "",
    model: model ?? null,
    mode: mode ?? null,
    parent: parent ? parentOf(parent) : null,
    ...(temporary && { temporary }),
    ...(provisional && { provisional }),
  };
}

function parentOf({ conversation_id, call_id, depth, mandate, job }: Parent): Parent {
  return { conversation_id, call_id, depth, ...(mandate && { mandate }), ...(job && { job }) };
}
