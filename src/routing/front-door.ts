/**
 * The front door: finds or creates the conversation of an input and hands the input to it. Routes, webhooks
 * and agents all enter here; nothing else creates a conversation.
 */

import { clientOf, isProgram } from "../domain/client.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Receipt } from "../domain/conversation/receipt.ts";
import type { Failure, Result } from "../domain/errors.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { Inbound } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { type ConversationRequest, initOf } from "./address.ts";
import { checkAgent, type FoundConversation, find, plan } from "./find-conversation.ts";
import type { AdmittedInput, Arrival, FrontDoorDeps } from "./front-door-ports.ts";
import { failureOf, overloadRefusal, resultOf, type TakenIn } from "./refusal.ts";
import { check, type Destination, needsCheck } from "./resolve-input.ts";
import { threadPlaceOf, toldOf } from "./threads.ts";

type Hand<T> = (admitted: AdmittedInput) => Promise<Result<T>>;

export interface FrontDoor {
  /** The conversation has accepted the input, now or earlier. */
  enter(arrival: Arrival): Promise<Result<{ id: ConversationId; receipt: TakenIn }>>;
  /**
   * Like `enter`, for callers with their own way to hand it over. `hand` is called again, with another
   * conversation, if the thread's conversation was archived.
   */
  send<T extends { receipt: Receipt }>(
    arrival: Arrival,
    hand: Hand<T>,
  ): Promise<Result<T & { id: ConversationId }>>;
  /** The first half of `enter`: resolves the input without handing it over. */
  admit(arrival: Arrival): Promise<Result<AdmittedInput>>;
  /** The init of a new conversation, if `by` may talk to its agent. Nothing is created or indexed yet. */
  plan(owner: string, request: ConversationRequest, by?: Principal): Promise<Result<ConversationInit>>;
  /** The init of a conversation's copy, without checks: the original passed them. */
  planCopy(owner: string, request: ConversationRequest): ConversationInit;
  /** The reason why they may not use that agent, if there is one; null names none. */
  checkAgent(slug: string | null | undefined, by: Principal): Promise<Result<true>>;
  /** Like `checkAgent`, for a room. */
  checkRoom(slug: string, by: Principal): Promise<Result<true>>;
  /** The open visit that they are in or join now; undefined: a new one has to begin. */
  visitIn(room: string, by: Principal): Promise<Result<ConversationId | undefined>>;
}

export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  return {
    enter: (arrival) => enter(deps, arrival),
    admit: (arrival) => admit(deps, arrival),
    send: (arrival, hand) => send(deps, arrival, hand),
    plan: (owner, request, by) => plan(deps, { owner, by }, request),
    planCopy: (owner, request) => initOf(deps.ids.create("cnv"), owner, request),
    checkAgent: (slug, by) => checkAgent(deps, slug, by),
    checkRoom: (slug, by) => deps.visits.check(slug, by),
    visitIn: (room, by) => deps.visits.at(room, by),
  };
}

async function enter(deps: FrontDoorDeps, arrival: Arrival): ReturnType<FrontDoor["enter"]> {
  const sent = await send(deps, arrival, async (admitted) => {
    const received = await deps.receive(admitted, arrival.principal);
    return received.ok ? { ok: true, value: { receipt: received.value } } : received;
  });
  if (!sent.ok) return sent;
  const receipt = resultOf(sent.value.receipt);
  return receipt.ok ? { ok: true, value: { id: sent.value.id, receipt: receipt.value } } : receipt;
}

async function send<T extends { receipt: Receipt }>(
  deps: FrontDoorDeps,
  arrival: Arrival,
  hand: Hand<T>,
): Promise<Result<T & { id: ConversationId }>> {
  const sent = await sendOnce(deps, arrival, hand);
  if (!sent.ok || !("thread" in arrival.to) || !isOver(sent.value.receipt, arrival.inbound)) return sent;
  // The conversation was archived, or the visit is over: a message in the thread is answered in a new one.
  await deps.threads.beginAnew(threadPlaceOf(arrival.inbound.source), sent.value.id);
  return sendOnce(deps, arrival, hand);
}

async function sendOnce<T>(
  deps: FrontDoorDeps,
  arrival: Arrival,
  hand: Hand<T>,
): Promise<Result<T & { id: ConversationId }>> {
  const admitted = await admit(deps, arrival);
  if (!admitted.ok) return admitted;
  const handed = await hand(admitted.value);
  return handed.ok ? { ok: true, value: { ...handed.value, id: admitted.value.id } } : handed;
}

function isOver(receipt: Receipt, { type }: Inbound): boolean {
  if (receipt.status !== "refused") return false;
  return receipt.refusal === "archived" || (receipt.refusal === "closed" && type === "user_message");
}

async function admit(door: FrontDoorDeps, arrival: Arrival): Promise<Result<AdmittedInput>> {
  const crowded = crowding(door, arrival);
  if (crowded) return { ok: false, failure: crowded };
  const deps = { ...door, hasAgent: asksOnce(door.hasAgent) };
  const found = await find(deps, arrival);
  if (!found.ok) return found;
  const { id, init, agent } = found.value;
  const inbound = await checked(deps, arrival, found.value);
  if (!inbound.ok) return inbound;
  // A refused input leaves no conversation behind.
  if (found.value.isNew && init && !init.temporary) arrival.background(noted(deps, arrival, init));
  // The agent's availability was checked when it was found.
  return { ok: true, value: { id, init, inbound: answeredBy(inbound.value, agent) } };
}

/**
 * The reason why no turn can be accepted now, if so: an accepted one is never given up for load. Rooms take
 * every message, since somebody in danger may write it.
 */
function crowding({ roomFor }: FrontDoorDeps, arrival: Arrival): Failure | undefined {
  const { inbound, principal, to, patience_s } = arrival;
  // An agent's own message is part of a turn that runs.
  const isAgents = inbound.source.channel === "conversation";
  if (inbound.type !== "user_message" || isAgents || isRoom(to)) return undefined;
  const client = clientOf(inbound.source, principal.owner);
  const room = roomFor({ client, isProgram: isProgram(inbound.source), patience_s });
  return room.status === "full" ? failureOf(overloadRefusal(room.retry_after_s)) : undefined;
}

function isRoom(to: Arrival["to"]): boolean {
  const request = "new" in to ? to.new : "thread" in to ? to.request : undefined;
  return request?.room != null;
}

function answeredBy(inbound: Inbound, agent: string | null = null): Inbound {
  if (agent === null || inbound.type !== "user_message" || inbound.agent !== undefined) return inbound;
  return { ...inbound, agent };
}

async function checked(
  deps: FrontDoorDeps,
  arrival: Arrival,
  found: FoundConversation,
): Promise<Result<Inbound>> {
  const { principal, inbound } = arrival;
  const whole = needsCheck(inbound)
    ? await check(deps, destinationOf(deps, principal, found), inbound)
    : inbound;
  return "refusal" in whole ? { ok: false, failure: failureOf(whole) } : { ok: true, value: whole };
}

function destinationOf(deps: FrontDoorDeps, principal: Principal, found: FoundConversation): Destination {
  const { id, init } = found;
  return {
    who: principal,
    owner: () => ownerOf(deps, principal, found),
    isRoom: () => (init ? init.room !== null : deps.isInRoom(id)),
  };
}

/** Only the operator writes in others' conversations; files named there are the conversation owner's. */
async function ownerOf(
  deps: FrontDoorDeps,
  principal: Principal,
  { id, init }: FoundConversation,
): Promise<string> {
  if (init || principal.role !== "admin") return principal.owner;
  return (await deps.ownerOf(id)) ?? principal.owner;
}

/** Not awaited: the conversation exists without its index entry, and its first turn writes one. */
async function noted(deps: FrontDoorDeps, { to, inbound }: Arrival, init: ConversationInit) {
  const { conversation_id: id } = init;
  const linked = "thread" in to ? deps.threads.link(toldOf(inbound.source), init.owner, id) : undefined;
  const isOwnChat = inbound.actor?.owner === init.owner && inbound.source.is_group !== true;
  await Promise.all([deps.index(init, isOwnChat), linked]).catch((problem: unknown) =>
    deps.log.warn("conversation_not_indexed", { conversation: id, problem: String(problem) }),
  );
}

/** Memoised: a new conversation and its first message mostly name the same agent. */
function asksOnce(hasAgent: FrontDoorDeps["hasAgent"]): FrontDoorDeps["hasAgent"] {
  const judged = new Map<string, Promise<boolean>>();
  return (slug) => {
    const answer = judged.get(slug) ?? hasAgent(slug);
    judged.set(slug, answer);
    return answer;
  };
}
