/** A conversation of the real Worker, a model and tools that stop where the test wants, and crashes. */
import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { inject } from "vitest";
import type { Conversation } from "../../../durable-objects/conversation/conversation.ts";
import type { Env } from "../../../src/app/env.ts";
import { conversationStub } from "../../../src/app/objects/stubs.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import { type Message, textOf } from "../../../src/domain/message.ts";
import { holdsAt } from "../../support/workers/holds.ts";
import { OUTSIDE_RULES } from "../../support/workers/outside-tools.ts";
import "../../support/workers/provided.ts";

export const TOKEN = "test-admin-token-0123456789";
const bindings = env as unknown as Env;
let scenes = 0;

export interface Sent {
  message_id: string | null;
  turn_id: string | null;
  seq: number;
  duplicate: boolean;
}

interface Spending {
  key: string;
  calls: number;
  estimated_calls: number;
}

/** A request of the API; with the operator's token, unless it brings its own headers. */
export function fetchAs(
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: unknown } = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...init.headers };
  const body = init.body === undefined ? {} : { body: JSON.stringify(init.body) };
  const worker = (exports as unknown as { default: Fetcher }).default;
  return worker.fetch(`http://nightjar.test/api/v1${path}`, { method, headers, ...body });
}

export async function api<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetchAs(method, path, { body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as T;
}

export class Scene {
  readonly id: ConversationId;
  private readonly name: string;

  private constructor(id: ConversationId, name: string) {
    this.id = id;
    this.name = name;
  }

  static async open(): Promise<Scene> {
    const name = `${++scenes}-${Date.now()}`;
    const agent = `outsider-${name}`;
    const instructions = `Do as you are told. ${holdsAt(inject("gatesUrl"), name)}`;
    const fields = { name: "Outsider", instructions, models: ["openai/told"] };
    await api("POST", "/agents", { slug: agent, ...fields, tools: OUTSIDE_RULES });
    const { id } = await api<{ id: ConversationId }>("POST", "/conversations", { agent });
    return new Scene(id, name);
  }

  get stub(): DurableObjectStub<Conversation> {
    return conversationStub(bindings, this.id);
  }

  say(text: string, client_id: string = crypto.randomUUID()): Promise<Sent> {
    return this.post("/messages", { text, client_id });
  }

  post<T>(path: string, body?: unknown): Promise<T> {
    return api<T>("POST", `/conversations/${this.id}${path}`, body ?? {});
  }

  trace(turn_id: string): Promise<{ status: string; recoveries?: number }> {
    return api("GET", `/conversations/${this.id}/turns/${turn_id}`);
  }

  async messages(): Promise<Message[]> {
    return (await api<{ items: Message[] }>("GET", `/conversations/${this.id}/messages`)).items;
  }

  /** `role: words (status)`, oldest first. */
  async said(): Promise<string[]> {
    const words = (message: Message) => textOf(message.parts).replace(/^@@.*/s, "(told)");
    return (await this.messages()).map((message) => {
      const status = message.status === "complete" ? "" : ` (${message.status})`;
      return `${message.role}: ${words(message)}${status}`;
    });
  }

  /** A tool call that goes to a gate of this scene. */
  call(name: keyof typeof OUTSIDE_RULES, gate: string, id = `call_${gate}`) {
    const input = { gates: inject("gatesUrl"), gate: this.gate(gate) };
    return { id, name, pieces: [JSON.stringify(input)] };
  }

  /** How often the tool has called there. */
  async called(name: keyof typeof OUTSIDE_RULES, gate: string): Promise<number> {
    return this.gates("GET", `counted/${encodeURIComponent(`${name}:${this.gate(gate)}`)}`);
  }

  hold(gate: string, after: number) {
    return { gate: this.gate(gate), after };
  }

  async shut(...gates: string[]): Promise<void> {
    for (const gate of gates) await this.gates("POST", `shut/${this.gate(gate)}`);
  }

  async release(gate: string): Promise<void> {
    await this.gates("POST", `open/${this.gate(gate)}`);
  }

  /** Somebody has come to the gate, so many times in all. */
  async reached(gate: string, count = 1): Promise<void> {
    await this.gates("GET", `reached/${this.gate(gate)}?count=${count}`);
  }

  /** Memory is gone, connections are cut, storage stays; nothing wakes it but its alarm. */
  async crash(): Promise<void> {
    await abortAllDurableObjects();
  }

  /** Its alarm, which is only brought forward. False when it had none. */
  ring(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub);
  }

  /** Rows of the cost ledger. */
  async costs(): Promise<number> {
    const query = bindings.DB.prepare("SELECT COUNT(*) AS n FROM costs WHERE conversation_id = ?");
    return (await query.bind(this.id).first<{ n: number }>())?.n ?? 0;
  }

  /** As `/cost` tells it; undefined while nothing is known. */
  async spending(): Promise<Spending | undefined> {
    const { items } = await api<{ items: Spending[] }>("GET", "/cost?period=all&by=conversation");
    return items.find(({ key }) => key === this.id);
  }

  /** Something of the object's own tables, as it stands. */
  read<T>(query: string): Promise<T[]> {
    return runInDurableObject(this.stub, (_object, state) => state.storage.sql.exec(query).toArray() as T[]);
  }

  private gate(name: string): string {
    return `${this.name}-${name}`;
  }

  private async gates<T>(method: string, path: string): Promise<T> {
    const text = await (await fetch(`${inject("gatesUrl")}/${path}`, { method })).text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }
}
