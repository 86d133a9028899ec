/**
 * Who writes, from where, to whom: the conversation is found or made, and takes the words in. The one way in for routes
 * and webhooks, and for what agents begin themselves. Nothing else makes a new conversation.
 */
import { noSuchAgent } from "../domain/agent.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import { isMode, noSuchMode } from "../domain/conversation/mode.ts";
import { failure, type Result } from "../domain/errors.ts";
import { type ConversationId, type Ids, parseId } from "../domain/ids.ts";
import type { Inbound, Receipt, UserMessage } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { Log } from "../observability/log-port.ts";
import {
  type Address,
  derivedConversation,
  initOf,
  keyOf,
  type ThreadWish,
  threadKey,
  type Wish,
} from "./address.ts";
import { keptFrom } from "./answering-agent.ts";
import { check, type InboundLookups, needsCheck } from "./check.ts";
import type { Keywords } from "./keywords.ts";
import { failureOf, resultOf, type TakenIn } from "./refusal.ts";
import { routeIn } from "./route-in.ts";
import { placeOf, type Threads, toldOf } from "./threads.ts";

export interface FrontDoorDeps extends InboundLookups {
  ids: Ids;
  log: Log;
  threads: Threads;
  /** Leads messages to agents by their keywords. May reject. */
  keywords(): Keywords | Promise<Keywords>;
  hasRoom(slug: string): Promise<boolean>;
  /** Who answers that person where nobody is named; null: the instance's default. From memory when warm. */
  defaultAgent(owner: string): Promise<string | null>;
  /** Whose that conversation is, as far as the index tells. */
  ownerOf(id: ConversationId): Promise<string | undefined>;
  /** Whether files have to be fetched for it. May reject. */
  filesWanted(id: ConversationId, message: UserMessage): Promise<FilesWanted>;
  /** The message with the files that its channel has for it, which become `owner`'s. Never rejects. */
  fetchFiles(owner: string, message: UserMessage): Promise<UserMessage>;
  /** It appears in its owner's list at once. May reject: its first turn writes the entry too. */
  index(init: ConversationInit): Promise<unknown>;
  /** `init` makes the conversation, if it is new. The same again changes nothing. */
  receive(input: Admitted, principal: Principal): Promise<Result<Receipt>>;
}

/** `taken`: it is in the conversation already. `under_way`: the same message is being fetched for at this moment. */
export type FilesWanted = "yes" | "taken" | "under_way";

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

export type Hand<T> = (admitted: Admitted) => Promise<Result<T>>;

export interface FrontDoor {
  /** The conversation that is meant takes it in, or has done so before. */
  enter(arrival: Arrival): Promise<Result<{ id: ConversationId; receipt: TakenIn }>>;
  /**
   * The same for who hands it to the conversation in another way. Of a thread whose conversation has been put away it is
   * called again, with another conversation.
   */
  send<T extends { receipt: Receipt }>(
    arrival: Arrival,
    hand: Hand<T>,
  ): Promise<Result<T & { id: ConversationId }>>;
  /** The first half of `enter`: the conversation does not have it yet. */
  admit(arrival: Arrival): Promise<Result<Admitted>>;
  /** What a new conversation will be, if `by` may talk to its agent. It is neither made nor in the index yet. */
  plan(owner: string, wish: Wish, by?: Principal): Promise<Result<ConversationInit>>;
  /** The same for a copy of a conversation: what the original has is not asked for again. */
  planCopy(owner: string, wish: Wish): ConversationInit;
  /** Why no agent of that name can be given, if so; null names none. */
  checkAgent(slug: string | null | undefined, by?: Principal): Promise<Result<true>>;
  /** The same for a room. */
  checkRoom(slug: string): Promise<Result<true>>;
}

export function createFrontDoor(deps: FrontDoorDeps): FrontDoor {
  return {
    enter: (arrival) => enter(deps, arrival),
    admit: (arrival) => admit(deps, arrival),
    send: (arrival, hand) => send(deps, arrival, hand),
    plan: (owner, wish, by) => plan(deps, { owner, by }, wish),
    planCopy: (owner, wish) => initOf(deps.ids.create("cnv"), owner, wish),
    checkAgent: (slug, by) => checkAgent(deps, slug, by),
    checkRoom: (slug) => checkRoom(deps, slug),
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
  if (!sent.ok || !("thread" in arrival.to) || !isArchived(sent.value.receipt)) return sent;
  // Somebody has put the conversation away: whoever writes in the thread is answered in another.
  await deps.threads.beginAnew(placeOf(arrival.inbound.source), sent.value.id);
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

function isArchived(receipt: Receipt): boolean {
  return receipt.status === "refused" && receipt.refusal === "archived";
}

async function admit(door: FrontDoorDeps, arrival: Arrival): Promise<Result<Admitted>> {
  const deps = { ...door, hasAgent: asksOnce(door.hasAgent) };
  const found = await find(deps, arrival);
  if (!found.ok) return found;
  const { id, init, agent } = found.value;
  const inbound = await checked(
    deps,
    { ...arrival, inbound: answeredBy(arrival.inbound, agent) },
    found.value,
  );
  if (!inbound.ok) return inbound;
  // Refused, it leaves no conversation behind.
  if (found.value.isNew && init) arrival.background(noted(deps, arrival, init));
  return { ok: true, value: { id, init, inbound: inbound.value } };
}

/** The conversation that is meant. */
interface Found {
  id: ConversationId;
  /** Absent: it was made before, and is not made again. */
  init: ConversationInit | undefined;
  isNew: boolean;
  /** Who answers, where it is not the conversation's own agent. */
  agent?: string | null;
}

function answeredBy(inbound: Inbound, agent: string | null = null): Inbound {
  if (agent === null || inbound.type !== "user_message" || inbound.agent !== undefined) return inbound;
  return { ...inbound, agent };
}

async function find(deps: FrontDoorDeps, { principal, to, inbound }: Arrival): Promise<Result<Found>> {
  if ("conversation" in to) {
    const id = parseId("cnv", to.conversation);
    if (!id) return { ok: false, failure: NO_CONVERSATION };
    return { ok: true, value: { id, init: undefined, isNew: false } };
  }
  if ("thread" in to) return threadOf(deps, principal, { inbound, wish: to.wish ?? {} });
  const init = await plan(deps, { owner: principal.owner, by: principal }, to.new);
  return init.ok
    ? { ok: true, value: { id: init.value.conversation_id, init: init.value, isNew: true } }
    : init;
}

const NO_CONVERSATION = failure("resource_not_found", "There is no such conversation, or it is not yours.");

/** One that was deleted begins anew: whoever writes in the thread is answered. */
async function threadOf(
  deps: FrontDoorDeps,
  principal: Principal,
  { inbound, wish }: { inbound: Inbound; wish: ThreadWish },
): Promise<Result<Found>> {
  const place = placeOf(inbound.source);
  const thread = await deps.threads.at(place);
  const routed = await routeIn(deps, { place, thread, inbound, wish });
  if (!routed) return { ok: false, failure: NOBODY };
  const known = thread?.conversation_id ?? null;
  const allowed = await checkWish(deps, { ...routed, ...wish }, known === null ? principal : undefined);
  if (!allowed.ok) return allowed;
  const owner = thread?.owner ?? principal.owner;
  const id = known ?? (await derivedConversation(owner, threadKey(place, thread?.generation ?? 0)));
  const { by, room } = routed;
  // Whom a message names answers that message; the conversation keeps its own agent.
  const agent = by === "named" ? null : routed.agent;
  const asked = { channel: place.channel, ...wish, agent: wish.agent ?? agent, room: wish.room ?? room };
  const init = initOf(id, owner, await withAgent(deps, owner, asked));
  return { ok: true, value: { id, init, isNew: known === null, agent: known === null ? null : agent } };
}

const NOBODY = failure(
  "resource_not_found",
  "No agent answers here. Name one with @slug, or bind one to this thread: PUT /api/v1/threads.",
);

async function plan(
  deps: FrontDoorDeps,
  { owner, by }: { owner: string; by: Principal | undefined },
  wish: Wish,
): Promise<Result<ConversationInit>> {
  const there = await checkWish(deps, wish, by);
  if (!there.ok) return there;
  const key = keyOf(wish);
  const id = key ? await derivedConversation(owner, key) : deps.ids.create("cnv");
  return { ok: true, value: initOf(id, owner, await withAgent(deps, owner, wish)) };
}

/** In a room its cast answers, and a child has been given to somebody. */
async function withAgent(deps: FrontDoorDeps, owner: string, wish: Wish): Promise<Wish> {
  if (wish.agent != null || wish.room != null || wish.parent) return wish;
  return { ...wish, agent: await deps.defaultAgent(owner) };
}

async function checkWish(
  deps: FrontDoorDeps,
  { agent, room, mode }: ThreadWish,
  by: Principal | undefined,
): Promise<Result<true>> {
  if (mode != null && !isMode(mode))
    return { ok: false, failure: failure("malformed_request", noSuchMode(mode)) };
  const isThere = await checkAgent(deps, agent, by);
  return isThere.ok && room != null ? checkRoom(deps, room) : isThere;
}

async function checkRoom(deps: FrontDoorDeps, slug: string): Promise<Result<true>> {
  if (await deps.hasRoom(slug)) return { ok: true, value: true };
  return { ok: false, failure: failure("resource_not_found", `There is no room "${slug}".`) };
}

async function checkAgent(
  deps: FrontDoorDeps,
  slug: string | null = null,
  by?: Principal,
): Promise<Result<true>> {
  if (slug !== null && !(await deps.hasAgent(slug)))
    return { ok: false, failure: failure("resource_not_found", noSuchAgent(slug)) };
  const kept = await keptFrom(deps, slug, by);
  return kept ? { ok: false, failure: failureOf(kept) } : { ok: true, value: true };
}

async function checked(deps: FrontDoorDeps, arrival: Arrival, found: Found): Promise<Result<Inbound>> {
  const { principal, inbound } = arrival;
  const whole = needsCheck(inbound)
    ? await check(deps, () => ownerOf(deps, principal, found), inbound)
    : inbound;
  if ("refusal" in whole) return { ok: false, failure: failureOf(whole) };
  // Of what is not taken in nothing is fetched.
  if (whole.type !== "user_message" || !whole.attachments?.length) return { ok: true, value: whole };
  return withFiles(deps, { principal, found }, whole);
}

/** What comes again is known by its key: it is not fetched again. */
async function withFiles(
  deps: FrontDoorDeps,
  { principal, found }: { principal: Principal; found: Found },
  message: UserMessage,
): Promise<Result<Inbound>> {
  switch (await deps.filesWanted(found.id, message)) {
    case "taken": {
      const { attachments: _, ...known } = message;
      return { ok: true, value: known };
    }
    case "under_way":
      return { ok: false, failure: UNDER_WAY };
    case "yes": {
      const owner = found.init?.owner ?? (await ownerOf(deps, principal, found));
      return { ok: true, value: await deps.fetchFiles(owner, message) };
    }
  }
}

const UNDER_WAY = failure("rate_limited", "That message is being taken in. Send it again in a moment.");

/** Only the operator writes in conversations of others, and what is attached there is the others'. */
async function ownerOf(deps: FrontDoorDeps, principal: Principal, { id, init }: Found): Promise<string> {
  if (init || principal.role !== "admin") return principal.owner;
  return (await deps.ownerOf(id)) ?? principal.owner;
}

/** Nobody waits for it: the conversation is there without its entry, and its first turn writes one. */
async function noted(deps: FrontDoorDeps, { to, inbound }: Arrival, init: ConversationInit) {
  const { conversation_id: id } = init;
  const linked = "thread" in to ? deps.threads.link(toldOf(inbound.source), init.owner, id) : undefined;
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
