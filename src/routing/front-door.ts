/**
 * Who writes, from where, to whom: the conversation is found or made, and takes the words in. The one way in for routes
 * and webhooks, and for what agents begin themselves. Nothing else makes a new conversation.
 */
import { noSuchAgent } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation.ts";
import { failure, type Result } from "../domain/errors.ts";
import { type ConversationId, type Ids, parseId } from "../domain/ids.ts";
import type { Inbound, Receipt, Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { Log } from "../observability/log-port.ts";
import { type Address, derivedConversation, initOf, keyOf, threadKey, type Wish } from "./address.ts";
import { check, type InboundLookups, needsCheck } from "./check.ts";
import { failureOf, resultOf, type TakenIn } from "./refusal.ts";

/** Where the threads of channels lead. Both may reject. */
export interface Threads {
  current(owner: string, source: Source): Promise<ConversationId | undefined>;
  link(owner: string, source: Source, id: ConversationId): Promise<void>;
}

export interface FrontDoorDeps extends InboundLookups {
  ids: Ids;
  log: Log;
  threads: Threads;
  hasRoom(slug: string): Promise<boolean>;
  /** Whose that conversation is, as far as the index tells. */
  ownerOf(id: ConversationId): Promise<string | undefined>;
  /** It appears in its owner's list at once. May reject: its first turn writes the entry too. */
  index(init: ConversationInit): Promise<unknown>;
  /** `init` makes the conversation, if it is new. The same again changes nothing. */
  receive(input: Admitted, principal: Principal): Promise<Result<Receipt>>;
}

export interface Arrival {
  principal: Principal;
  to: Address;
  inbound: Inbound;
  /** Keeps the Worker alive for what nobody waits for. */
  background(work: Promise<unknown>): void;
}

export interface Admitted {
  id: ConversationId;
  inbound: Inbound;
  init: ConversationInit | undefined;
}

export interface FrontDoor {
  /** The conversation that is meant takes it in, or has done so before. */
  enter(arrival: Arrival): Promise<Result<{ id: ConversationId; receipt: TakenIn }>>;
  /** The first half of `enter`, for who hands it to the conversation in another way. */
  admit(arrival: Arrival): Promise<Result<Admitted>>;
  /** What a new conversation will be. It is neither made nor in the index yet. */
  plan(owner: string, wish: Wish): Promise<Result<ConversationInit>>;
  /** The same for a copy of a conversation: what the original has is not asked for again. */
  planCopy(owner: string, wish: Wish): ConversationInit;
  /** Why no agent of that name can be given, if so; null names none. */
  checkAgent(slug: string | null | undefined): Promise<Result<true>>;
}

export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  return {
    enter: (arrival) => enter(deps, arrival),
    admit: (arrival) => admit(deps, arrival),
    plan: (owner, wish) => plan(deps, owner, wish),
    planCopy: (owner, wish) => initOf(deps.ids.create("cnv"), owner, wish),
    checkAgent: (slug) => checkAgent(deps, slug),
  };
}

async function enter(deps: FrontDoorDeps, arrival: Arrival): ReturnType<FrontDoor["enter"]> {
  const admitted = await admit(deps, arrival);
  if (!admitted.ok) return admitted;
  const received = await deps.receive(admitted.value, arrival.principal);
  if (!received.ok) return received;
  const receipt = resultOf(received.value);
  return receipt.ok ? { ok: true, value: { id: admitted.value.id, receipt: receipt.value } } : receipt;
}

async function admit(door: FrontDoorDeps, arrival: Arrival): Promise<Result<Admitted>> {
  const deps = { ...door, hasAgent: asksOnce(door.hasAgent) };
  const place = await placeOf(deps, arrival);
  if (!place.ok) return place;
  const { id, init } = place.value;
  const inbound = await checked(deps, arrival, place.value);
  if (!inbound.ok) return inbound;
  // Refused, it leaves no conversation behind.
  if (place.value.isNew && init) arrival.background(noted(deps, arrival, init));
  return { ok: true, value: { id, init, inbound: inbound.value } };
}

interface Place {
  id: ConversationId;
  /** Absent: it was made before, and is not made again. */
  init: ConversationInit | undefined;
  isNew: boolean;
}

async function placeOf(deps: FrontDoorDeps, { principal, to, inbound }: Arrival): Promise<Result<Place>> {
  if ("conversation" in to) {
    const id = parseId("cnv", to.conversation);
    if (!id) return { ok: false, failure: NO_CONVERSATION };
    return { ok: true, value: { id, init: undefined, isNew: false } };
  }
  if ("thread" in to) return { ok: true, value: await threadOf(deps, principal.owner, inbound.source) };
  const init = await plan(deps, principal.owner, to.new);
  return init.ok
    ? { ok: true, value: { id: init.value.conversation_id, init: init.value, isNew: true } }
    : init;
}

const NO_CONVERSATION = failure("resource_not_found", "There is no such conversation, or it is not yours.");

/** One that was deleted begins anew: whoever writes in the thread is answered. */
async function threadOf(deps: FrontDoorDeps, owner: string, source: Source): Promise<Place> {
  const known = await deps.threads.current(owner, source);
  const id = known ?? (await derivedConversation(owner, threadKey(source)));
  return { id, init: initOf(id, owner, { channel: source.channel }), isNew: known === undefined };
}

async function plan(deps: FrontDoorDeps, owner: string, wish: Wish): Promise<Result<ConversationInit>> {
  const agent = await checkAgent(deps, wish.agent);
  if (!agent.ok) return agent;
  if (wish.room != null && !(await deps.hasRoom(wish.room)))
    return { ok: false, failure: failure("resource_not_found", `There is no room "${wish.room}".`) };
  const key = keyOf(wish);
  const id = key ? await derivedConversation(owner, key) : deps.ids.create("cnv");
  return { ok: true, value: initOf(id, owner, wish) };
}

async function checkAgent(deps: FrontDoorDeps, slug: string | null | undefined): Promise<Result<true>> {
  if (slug == null || (await deps.hasAgent(slug))) return { ok: true, value: true };
  return { ok: false, failure: failure("resource_not_found", noSuchAgent(slug)) };
}

async function checked(
  deps: FrontDoorDeps,
  { principal, inbound }: Arrival,
  place: Place,
): Promise<Result<Inbound>> {
  if (!needsCheck(inbound)) return { ok: true, value: inbound };
  const whole = await check(deps, () => ownerOf(deps, principal, place), inbound);
  return "refusal" in whole ? { ok: false, failure: failureOf(whole) } : { ok: true, value: whole };
}

/** Only the operator writes in conversations of others, and what is attached there is the others'. */
async function ownerOf(deps: FrontDoorDeps, principal: Principal, { id, init }: Place): Promise<string> {
  if (init || principal.role !== "admin") return principal.owner;
  return (await deps.ownerOf(id)) ?? principal.owner;
}

/** Nobody waits for it: the conversation is there without its entry, and its first turn writes one. */
async function noted(deps: FrontDoorDeps, { principal, to, inbound }: Arrival, init: ConversationInit) {
  const { conversation_id: id } = init;
  const linked = "thread" in to ? deps.threads.link(principal.owner, inbound.source, id) : undefined;
  await Promise.all([deps.index(init), linked]).catch((problem: unknown) =>
    deps.log.warn("conversation_not_indexed", { conversation: id, problem: String(problem) }),
  );
}

/** A new conversation and its first message mostly name the same agent. */
function asksOnce(hasAgent: FrontDoorDeps["hasAgent"]): FrontDoorDeps["hasAgent"] {
  const asked = new Map<string, Promise<boolean>>();
  return (slug) => {
    const answer = asked.get(slug) ?? hasAgent(slug);
    asked.set(slug, answer);
    return answer;
  };
}
