/** Typed stubs of the Durable Objects. This is the only place that makes an object's id from a name. */
import { proxyDurable } from "itty-durable/proxy-durable.js";
import type { Conversation } from "../../../durable-objects/conversation/conversation.ts";
import { type Gateway, gatewayName } from "../../../durable-objects/gateway/gateway.ts";
import type { GatewayChannel } from "../../../durable-objects/gateway/ports.ts";
import type { MonitorReport } from "../../../durable-objects/monitor.ts";
import { PERSON_NAME, type Person } from "../../../durable-objects/person/person.ts";
import { type Research, researchName } from "../../../durable-objects/research/research.ts";
import { SCHEDULER_NAME, type Scheduler } from "../../../durable-objects/scheduler/scheduler.ts";
import type { ConversationId } from "../../domain/ids.ts";
import type { ReplayRunId, SetTurnId } from "../../replays/set.ts";
import type { Env } from "../env.ts";
import { askAgain } from "./ask-again.ts";

export function conversationStub(
  env: Pick<Env, "CONVERSATION">,
  id: ConversationId,
): DurableObjectStub<Conversation> {
  return env.CONVERSATION.get(env.CONVERSATION.idFromName(id));
}

/** Stub of the object in which a run replays the copy of a turn. Nobody else comes there. */
export function keptReplayStub(
  env: Pick<Env, "CONVERSATION">,
  run: ReplayRunId,
  turn: SetTurnId,
): DurableObjectStub<Conversation> {
  return env.CONVERSATION.get(env.CONVERSATION.idFromName(`replay:${run}:${turn}`));
}

/** Calls a conversation and retries once after a reset. Only for calls that may safely be made twice. */
export function askConversation<T>(
  env: Pick<Env, "CONVERSATION">,
  id: ConversationId,
  ask: (stub: DurableObjectStub<Conversation>) => Promise<T>,
): Promise<T> {
  return askAgain(() => conversationStub(env, id), ask);
}

export interface MonitorStub {
  update(text: string): Promise<unknown>;
  live(): Promise<MonitorReport[]>;
}

export function monitorStub(env: Pick<Env, "MONITOR">, owner: string): MonitorStub {
  return proxyDurable(env.MONITOR, { name: "MONITOR", parse: true }).get(`owner:${owner}`) as MonitorStub;
}

export function personStub(env: Pick<Env, "PERSON">, person: string): DurableObjectStub<Person> {
  return env.PERSON.get(env.PERSON.idFromName(`${PERSON_NAME}${person}`));
}

/** Stub of one owner's scheduler. */
export function schedulerStub(env: Pick<Env, "SCHEDULER">, owner: string): DurableObjectStub<Scheduler> {
  return env.SCHEDULER.get(env.SCHEDULER.idFromName(`${SCHEDULER_NAME}${owner}`));
}

/** Stub of an owner's research run. */
export function researchStub(
  env: Pick<Env, "RESEARCH">,
  owner: string,
  id: string,
): DurableObjectStub<Research> {
  return env.RESEARCH.get(env.RESEARCH.idFromName(researchName(owner, id)));
}

/** Stub of the object that listens for one bot. */
export function gatewayStub(
  env: Pick<Env, "GATEWAY">,
  channel: GatewayChannel,
  account: string,
): DurableObjectStub<Gateway> {
  return env.GATEWAY.get(env.GATEWAY.idFromName(gatewayName(channel, account)));
}
