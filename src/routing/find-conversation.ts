/**
 * Finds the conversation that an arrival addresses: a given one, that of a thread, or a new one. Checks that
 * it is allowed.
 */

import { noSuchAgent } from "../domain/agent.ts";
import { CHAT_PLATFORMS } from "../domain/chat-platforms.ts";
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import { refuseInput } from "../domain/conversation/receipt.ts";
import { failure, type Result } from "../domain/errors.ts";
import { isMode, noSuchMode } from "../domain/fields/mode.ts";
import { type ConversationId, parseId } from "../domain/ids.ts";
import type { Inbound } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import {
  type ConversationRequest,
  derivedConversation,
  initOf,
  keyOf,
  type ThreadRequest,
  threadKey,
} from "./address.ts";
import { asSetFor, keptFrom, NOBODY_FOR_YOU } from "./answering-agent.ts";
import type { Arrival, FrontDoorDeps } from "./front-door-ports.ts";
import { failureOf } from "./refusal.ts";
import { routeIn } from "./route-in.ts";
import { type Thread, threadPlaceOf } from "./threads.ts";
import type { VisitRequest } from "./visits.ts";

/** The conversation that an arrival leads to. */
export interface FoundConversation {
  id: ConversationId;
  /** Absent: the conversation exists already. */
  init: ConversationInit | undefined;
  isNew: boolean;
  /** The agent that answers this message, if not the conversation's own. */
  agent?: string | null;
}

/** Only plans: nothing is created yet. */
export async function find(
  deps: FrontDoorDeps,
  { principal, to, inbound }: Arrival,
): Promise<Result<FoundConversation>> {
  if ("conversation" in to) {
    const id = parseId("cnv", to.conversation);
    if (!id) return { ok: false, failure: NO_CONVERSATION };
    return { ok: true, value: { id, init: undefined, isNew: false } };
  }
  if ("thread" in to) return threadOf(deps, principal, { inbound, request: to.request ?? {} });
  return newOr(deps, principal, to.new);
}

/** A person who is in a room already continues their open visit. */
async function newOr(
  deps: FrontDoorDeps,
  by: Principal,
  fullRequest: ConversationRequest,
): Promise<Result<FoundConversation>> {
  if (fullRequest.room != null) {
    const visit = await deps.visits.at(fullRequest.room, by);
    if (!visit.ok) return visit;
    if (visit.value) return { ok: true, value: { id: visit.value, init: undefined, isNew: false } };
  }
  const init = await plan(deps, { owner: by.owner, by }, fullRequest);
  return init.ok
    ? { ok: true, value: { id: init.value.conversation_id, init: init.value, isNew: true } }
    : init;
}

const NO_CONVERSATION = failure("resource_not_found", "There is no such conversation, or it is not yours.");

/** A deleted conversation is replaced by a new one, so that messages in the thread are still answered. */
async function threadOf(
  deps: FrontDoorDeps,
  principal: Principal,
  { inbound, request }: { inbound: Inbound; request: ThreadRequest },
): Promise<Result<FoundConversation>> {
  const place = threadPlaceOf(inbound.source);
  const thread = await deps.threads.at(place);
  const routed = await routeIn(deps, { place, thread, inbound, wish: request, who: principal });
  if (!routed) return { ok: false, failure: NOBODY };
  const known = thread?.conversation_id ?? null;
  // A reaction refers to an earlier message, so it never begins a conversation.
  if (known === null && inbound.type === "reaction") return { ok: false, failure: NO_CONVERSATION };
  const owner = thread?.owner ?? principal.owner;
  const { by, room } = routed;
  // An agent named in a message answers that message only; the conversation keeps its own agent.
  const agent = by === "named" ? null : routed.agent;
  const fullRequest = {
    channel: place.channel,
    ...request,
    agent: request.agent ?? agent,
    room: request.room ?? room,
  };
  const full = await withAgent(deps, fullRequest, { owner, by: principal });
  // A conversation begun by an agent's name is not checked for its own agent yet: that one answers later
  // messages only.
  const isJudged = by !== "named" && (known === null || fullRequest.agent != null);
  const allowed = await checkThread(deps, { request, full, isJudged }, principal);
  if (!allowed.ok) return allowed;
  const id = known ?? (await derivedConversation(owner, threadKey(place, thread?.generation ?? 0)));
  const init = initOf(id, owner, full);
  if (known !== null) return { ok: true, value: { id, init, isNew: false, agent } };
  const accepted_keys = await acceptedBefore(deps, thread);
  const begun = await entered(deps, { ...init, accepted_keys }, { by: principal, is_in_thread: true });
  return begun.ok ? { ok: true, value: { id, init: begun.value, isNew: true, agent: null } } : begun;
}

/** An ongoing conversation's agent is checked by its turn, and a room by its door. */
async function checkThread(
  deps: FrontDoorDeps,
  { request, full, isJudged }: { request: ThreadRequest; full: ConversationRequest; isJudged: boolean },
  principal: Principal,
): Promise<Result<true>> {
  const checked = await checkWish(deps, request, request.agent == null ? undefined : principal);
  if (!checked.ok || !isJudged || full.room != null || request.agent != null) return checked;
  const kept = await keptFrom(deps, full.agent ?? null, asSetFor(principal));
  // The sender did not name this agent, so the refusal does not name it either.
  return kept
    ? { ok: false, failure: failureOf(kept.refusal === "not_found" ? NOT_SET_FOR_YOU : kept) }
    : checked;
}

const NOT_SET_FOR_YOU = refuseInput("forbidden", NOBODY_FOR_YOU);

/**
 * A platform may redeliver a message that was answered before somebody began anew. If the lookup fails, it is
 * answered once more rather than not at all.
 */
async function acceptedBefore(deps: FrontDoorDeps, thread: Thread | undefined): Promise<readonly string[]> {
  const { channel, previous_id = null } = thread ?? {};
  if (channel === undefined || previous_id === null || !Object.hasOwn(CHAT_PLATFORMS, channel)) return [];
  return deps.acceptedKeys(previous_id).catch((problem: unknown) => {
    deps.log.warn("heard_before_not_read", { conversation: previous_id, problem: String(problem) });
    return [];
  });
}

const NOBODY = failure(
  "resource_not_found",
  "No agent answers here. Name one with @slug, or bind one to this thread: PUT /api/v1/threads.",
);

/** The init of a new conversation, if the person may begin it. */
export async function plan(
  deps: FrontDoorDeps,
  { owner, by }: { owner: string; by: Principal | undefined },
  request: ConversationRequest,
): Promise<Result<ConversationInit>> {
  const full = await withAgent(deps, request, { owner, by });
  const there = await checkWish(deps, full, by);
  if (!there.ok) return there;
  const key = keyOf(request);
  const id = key ? await derivedConversation(owner, key) : deps.ids.create("cnv");
  return entered(deps, initOf(id, owner, full), { by, is_in_thread: false });
}

/** Passes a conversation in a room through the room's door. */
async function entered(
  { visits }: FrontDoorDeps,
  init: ConversationInit,
  how: Pick<VisitRequest, "by" | "is_in_thread">,
): Promise<Result<ConversationInit>> {
  const { room, owner, conversation_id: id } = init;
  if (room === null) return { ok: true, value: init };
  const begun = await visits.begin({ id, room, owner, ...how });
  if (!begun.ok) return begun;
  const { id: conversation_id, visit, payer } = begun.value;
  return { ok: true, value: { ...init, conversation_id, visit, ...(payer !== undefined && { payer }) } };
}

/**
 * Fills in the preferred agent, except in rooms, where the cast answers, and for children, which have an
 * agent. A preferred agent that is not available counts as gone.
 */
async function withAgent(
  deps: FrontDoorDeps,
  request: ConversationRequest,
  { owner, by }: { owner: string; by: Principal | undefined },
): Promise<ConversationRequest> {
  if (request.agent != null || request.room != null || request.parent) return request;
  const preferred = await deps.defaultAgent(owner);
  const kept = preferred === null ? undefined : await keptFrom(deps, preferred, by);
  return { ...request, agent: kept?.refusal === "not_found" ? null : preferred };
}

async function checkWish(
  deps: FrontDoorDeps,
  { agent, room, mode }: ThreadRequest,
  by: Principal | undefined,
): Promise<Result<true>> {
  if (mode != null && !isMode(mode))
    return { ok: false, failure: failure("malformed_request", noSuchMode(mode)) };
  // In a room, access is checked at its door and not for each agent.
  return room == null ? checkAgent(deps, agent, by) : { ok: true, value: true };
}

export async function checkAgent(
  deps: FrontDoorDeps,
  slug: string | null = null,
  by?: Principal,
): Promise<Result<true>> {
  if (slug !== null && !(await deps.hasAgent(slug)))
    return { ok: false, failure: failure("resource_not_found", noSuchAgent(slug)) };
  const kept = await keptFrom(deps, slug, by);
  return kept ? { ok: false, failure: failureOf(kept) } : { ok: true, value: true };
}
