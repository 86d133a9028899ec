/** Typed ways to the Durable Objects: the only place that makes an object's id from a name. */
import { proxyDurable } from "itty-durable/proxy-durable.js";
import type { ConversationId } from "../src/domain/ids.ts";
import type { Env } from "../src/env.ts";
import type { Conversation } from "./conversation/conversation.ts";
import type { MonitorReport } from "./monitor.ts";

export function conversationStub(
  env: Pick<Env, "CONVERSATION">,
  id: ConversationId,
): DurableObjectStub<Conversation> {
  return env.CONVERSATION.get(env.CONVERSATION.idFromName(id));
}

/**
 * Asks a conversation what may be asked twice, and asks once more when its object was reset under the question, as by a
 * new version of the code. A stub whose call failed is of no use any more, so the second question has its own.
 */
export async function askConversation<T>(
  env: Pick<Env, "CONVERSATION">,
  id: ConversationId,
  ask: (stub: DurableObjectStub<Conversation>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(conversationStub(env, id));
  } catch (problem) {
    if (!wasReset(problem)) throw problem;
    return ask(conversationStub(env, id));
  }
}

/** What the platform says of such an error; one that is overloaded must not be asked again at once. */
function wasReset(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { retryable, durableObjectReset, overloaded } = problem as Error & Record<string, unknown>;
  return overloaded !== true && (retryable === true || durableObjectReset === true);
}

export interface MonitorStub {
  report(report: MonitorReport): Promise<unknown>;
  clear(conversation_id: string): Promise<unknown>;
  live(): Promise<MonitorReport[]>;
}

export function monitorStub(env: Pick<Env, "MONITOR">, owner: string): MonitorStub {
  return proxyDurable(env.MONITOR, { name: "MONITOR", parse: true }).get(`owner:${owner}`) as MonitorStub;
}
