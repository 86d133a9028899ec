/** To whom an input goes, and which conversation that is. */
import type { ConversationInit, Parent } from "../domain/conversation/conversation.ts";
import { type ConversationId, derivedId } from "../domain/ids.ts";
import type { Channel } from "../domain/inbound.ts";
import type { Place } from "./threads.ts";

/** A conversation that is wished for. What is left out is the instance's default. */
export interface Wish {
  channel: Channel;
  agent?: string | null | undefined;
  room?: string | null | undefined;
  title?: string | undefined;
  model?: string | null | undefined;
  mode?: string | null | undefined;
  /** The same key of the same owner gives the same conversation; absent: always another one. */
  key?: readonly (string | null)[] | undefined;
  /** What sets it going. By the call's idempotency key the same call again finds the same child. */
  parent?: (Parent & { idempotency_key: string }) | undefined;
}

/** What a new conversation of a thread is to be. */
export type ThreadWish = Pick<Wish, "agent" | "room" | "model" | "mode">;

export type Address =
  /** One that is known by its id, as it came from outside. */
  | { conversation: string }
  /** The current one of the thread that the words came from. */
  | { thread: true; wish?: ThreadWish }
  | { new: Wish };

export async function derivedConversation(
  owner: string,
  key: readonly (string | null)[],
): Promise<ConversationId> {
  const what = new TextEncoder().encode(JSON.stringify([owner, ...key]));
  return derivedId("cnv", new Uint8Array(await crypto.subtle.digest("SHA-256", what)));
}

/** What tells it from all others of its owner; undefined: nothing but its id. */
export function keyOf({ key, parent }: Wish): readonly (string | null)[] | undefined {
  return parent ? ["child", parent.conversation_id, parent.idempotency_key] : key;
}

/** Each conversation of a thread in its turn: two first messages at once make one. */
export function threadKey({ channel, account, thread }: Place, generation: number): readonly string[] {
  const key = ["thread", channel, ...(account === "" ? [] : [account]), thread];
  return generation === 0 ? key : [...key, String(generation)];
}

export function initOf(id: ConversationId, owner: string, wish: Wish): ConversationInit {
  const { channel, agent, room, title, model, mode, parent } = wish;
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
  };
}

function parentOf({ conversation_id, call_id, depth, mandate }: Parent): Parent {
  return { conversation_id, call_id, depth, ...(mandate && { mandate }) };
}
