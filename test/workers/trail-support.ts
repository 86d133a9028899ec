/** Conversations of the real Worker, spoken to as the routes do it, and looked at where they keep things. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { AwakeConversation } from "../../durable-objects/conversation/awake.ts";
import type { Conversation } from "../../durable-objects/conversation/conversation.ts";
import type { Paces } from "../../durable-objects/conversation/paces.ts";
import type { TurnEnd } from "../../durable-objects/conversation/readers/turn-end-waiter.ts";
import type { MetaInit } from "../../durable-objects/conversation/rows/meta.ts";
import type { Env } from "../../src/app/env.ts";
import { conversationStub } from "../../src/app/objects/stubs.ts";
import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import { type ConversationId, createIds, type MessageId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { openDatabase } from "../../src/storage/d1/database.ts";
import { ConversationIndex } from "../../src/storage/d1/index/conversations.ts";
import type { Conversation as UnderTest } from "./worker.ts";

export const bindings = env as unknown as Env;
export const ids = createIds(
  () => Date.now(),
  (bytes) => void crypto.getRandomValues(bytes),
);
export const OWNER: Principal = { owner: "admin", role: "member", name: "Ada" };
export const index = new ConversationIndex(openDatabase(bindings.DB));

type Stub = DurableObjectStub<Conversation>;

interface Conversed {
  receipt: Receipt;
  end: TurnEnd | null;
}

export interface Opened {
  id: ConversationId;
  stub: Stub;
}

/** A conversation that the index knows, as `POST /conversations` makes it. */
export async function openConversation(change: Partial<MetaInit> = {}): Promise<Opened> {
  const id = ids.create("cnv");
  const init: MetaInit = {
    conversation_id: id,
    owner: OWNER.owner,
    agent: null,
    room: null,
    channel: "web",
    title: "",
    model: "anthropic/claude-sonnet-5-5",
    mode: null,
    parent: null,
    ...change,
  };
  const { conversation_id: _id, parent: _parent, ...row } = init;
  await index.insert({ ...row, id, created_at: Date.now(), updated_at: Date.now() });
  const stub = stubOf(id);
  must(await stub.open(init));
  return { id, stub };
}

/** A stub is broken by an eviction: take a new one. */
export function stubOf(id: ConversationId): Stub {
  return conversationStub(bindings, id);
}

/** Says something and waits for the answer's end; the answer's id, and what it says. */
export async function say(stub: Stub, text: string, parent_id?: MessageId | null) {
  const source = { channel: "web" as const, sender: OWNER.owner, sender_name: OWNER.name };
  const parts = [{ type: "text" as const, text }];
  const inbound = { type: "user_message" as const, key: ids.create("inb"), source, parts, actor: OWNER };
  const { receipt, end } = must(
    await stub.converse(OWNER, parent_id === undefined ? inbound : { ...inbound, parent_id }),
  ) as Conversed;
  if (receipt.status === "refused") throw new Error(receipt.reason);
  return { asked: receipt.message_id as MessageId, answered: end?.message_id as MessageId, end };
}

export async function regenerate(stub: Stub, message_id: MessageId) {
  const source = { channel: "web" as const, sender: OWNER.owner };
  const command = { name: "regenerate" as const, message_id };
  const { end } = must(
    await stub.converse(OWNER, { type: "command", key: ids.create("inb"), source, command, actor: OWNER }),
  ) as Conversed;
  return end;
}

export async function branch(stub: Stub): Promise<Message[]> {
  const page = must(await stub.messages(OWNER, { before: null, limit: 200 })) as { items: Message[] };
  return page.items;
}

/** All that waits for a quiet moment is done now. */
export function settle(stub: Stub): Promise<void> {
  return inObject(stub, (awake) => awake.flush());
}

/** This conversation waits otherwise from now on. */
export function pace(stub: Stub, change: Partial<Paces>): Promise<void> {
  return runInDurableObject(stub, (object) => {
    Object.assign((object as UnderTest).paces, change);
  });
}

export function inObject<T>(
  stub: Stub,
  body: (awake: AwakeConversation, state: DurableObjectState) => T | Promise<T>,
): Promise<T> {
  return runInDurableObject(stub, (object, state) => {
    const { awake } = (object as unknown as { lifecycle: { awake: AwakeConversation | undefined } })
      .lifecycle;
    if (!awake) throw new Error("the conversation sleeps");
    return body(awake, state);
  });
}

/** The object's own state is changed behind its back, and it wakes anew. */
export async function meanwhile(
  id: ConversationId,
  change: (storage: DurableObjectStorage) => unknown,
): Promise<Stub> {
  await runInDurableObject(stubOf(id), async (_object, state) => {
    await change(state.storage);
  });
  await evictDurableObject(stubOf(id));
  return stubOf(id);
}

export async function trailKeys(id: ConversationId): Promise<string[]> {
  const { objects } = await bindings.BUCKET.list({ prefix: `trail/${id}/` });
  return objects.map(({ key }) => key);
}

export async function trailTexts(id: ConversationId): Promise<string[]> {
  const keys = await trailKeys(id);
  const objects = await Promise.all(keys.map((key) => bindings.BUCKET.get(key)));
  return Promise.all(objects.map((object) => object?.text() ?? ""));
}

export function must<T>(answer: { ok: true; value: T } | { ok: false; failure: { reason: string } }): T {
  if (answer.ok) return answer.value;
  throw new Error(answer.failure.reason);
}

/** Words that make the told model of these tests give these answers, one per step. */
export function tell(...answers: object[]): string {
  return `@@${JSON.stringify(answers)}`;
}
