/** A conversation that lives on a chat channel, for tests: what is said there, and what arrives. */
import { env } from "cloudflare:workers";
import { inject } from "vitest";
import type { DeliveryView } from "../../../durable-objects/conversation/views/delivery-views.ts";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import type { Receipt } from "../../../src/domain/conversation/receipt.ts";
import { type ConversationId, createIds } from "../../../src/domain/ids.ts";
import type { Channel, Inbound } from "../../../src/domain/inbound.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { ChatView, Fault } from "../../support/test-channel/server.ts";
import "../../support/workers/provided.ts";
import { soon } from "../../support/soon.ts";
import { callApi } from "../api.ts";

export const OPERATOR: Principal = { owner: "admin", role: "admin", name: "Admin" };
const ids = createIds(
  () => Date.now(),
  (bytes) => void crypto.getRandomValues(bytes),
);
const MODEL = "openai/told";
let chats = 0;

export interface Chat {
  id: ConversationId;
  /** Where its messages come from and its answers go. */
  thread: string;
  say(text: string): Promise<Receipt>;
  receive(inbound: Inbound): Promise<Receipt>;
  /** Plans faults for the next messages sent to the platform. */
  faults(...faults: Fault[]): Promise<void>;
  release(): Promise<void>;
  /** Resolves once `count` messages have arrived. */
  arrived(count: number): Promise<ChatView>;
  attempted(count: number): Promise<ChatView>;
  deliveries(): Promise<DeliveryView[]>;
  /** The deliveries, once none is pending. */
  settled(): Promise<DeliveryView[]>;
  /** The deliveries, once each says why it waits or was given up. */
  explained(): Promise<DeliveryView[]>;
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface ChatOptions {
  channel?: Channel;
  agent?: string;
}

/** WhatsApp takes no idempotency key; Discord does. */
export function openChat({ channel = "whatsapp", agent }: ChatOptions = {}): Chat {
  const id = ids.create("cnv");
  const prefix = channel === "discord" ? "keyed-" : "plain-";
  const thread = `${inject("testChannelUrl")}/${prefix}${Date.now()}-${chats++}`;
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const post = { method: "POST", body: JSON.stringify(body) };
    return (await fetch(`${thread}${path}`, body === undefined ? {} : post)).json();
  };
  const api = <T>(method: string, path: string, body?: unknown) =>
    callApi<T>(method, `/conversations/${id}${path}`, body);
  const deliveries = async () => (await api<{ items: DeliveryView[] }>("GET", "/deliveries")).items.reverse();
  const rest = {
    owner: "admin",
    agent: agent ?? null,
    room: null,
    title: "",
    model: MODEL,
    mode: null,
    parent: null,
  };
  const receive = async (inbound: Inbound) => {
    const init = { ...rest, conversation_id: id, channel };
    const answer = await conversationStub(env as unknown as Env, id).receive(OPERATOR, inbound, init);
    if (!answer.ok) throw new Error(answer.failure.reason);
    return answer.value as Receipt;
  };
  return {
    id,
    thread,
    receive,
    say: (text) => {
      const source = { channel, sender: "mona", sender_name: "Mona", thread };
      const parts = [{ type: "text" as const, text }];
      // Her account there is linked with the operator.
      const written = { key: ids.create("inb"), source, actor: OPERATOR, model: MODEL, parts };
      return receive({ type: "user_message", ...written });
    },
    faults: async (...faults) => void (await call("/faults", faults)),
    release: async () => void (await call("/release", {})),
    arrived: (count) => call(`/messages?count=${count}`),
    attempted: (count) => call(`/attempts?count=${count}`),
    deliveries,
    settled: () => once(deliveries, ({ status }) => status !== "pending"),
    explained: () => once(deliveries, ({ reason }) => reason !== null),
    api,
  };
}

/** Reads until the condition holds for every delivery. */
function once(
  read: () => Promise<DeliveryView[]>,
  holds: (delivery: DeliveryView) => boolean,
): Promise<DeliveryView[]> {
  const check = async () => {
    const found = await read();
    if (found.length > 0 && found.every(holds)) return found;
    throw new Error(`not yet: ${JSON.stringify(found)}`);
  };
  return soon(check);
}
