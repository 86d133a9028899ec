/**
 * An input that gets an answer: its message goes to the end of the branch, its turn to the end of the queue.
 */
import type { EventBody } from "../../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { Command, Notice, UserMessage } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { actorOf, isOwners } from "../../../../src/domain/who-may.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import type { Acceptance, AcceptedInput } from "./acceptance.ts";
import { pass, passedBy } from "./ranks.ts";
import { titleOf } from "./title.ts";

/** Wishes of an input about its answer. */
export type TurnRequest = Pick<
  TurnRow,
  "agent" | "model" | "mode" | "source" | "tier" | "ready_at" | "actor"
>;

/**
 * A message may name the agent, model and mode; a notice only the model. Regenerating keeps the earlier
 * choice. `ready_at`: not claimed before, in ms since the epoch.
 */
export function turnRequestOf(inbound: UserMessage | Notice | Command, ready_at: number): TurnRequest {
  const named: Pick<UserMessage, "agent" | "mode"> = inbound.type === "user_message" ? inbound : {};
  const { agent = null, mode = null } = named;
  const model = (inbound.type === "command" ? undefined : inbound.model) ?? null;
  return {
    agent,
    model,
    mode,
    source: inbound.source,
    tier: tierOf(inbound),
    ready_at,
    actor: actorOf(inbound),
  };
}

function tierOf(inbound: UserMessage | Notice | Command): TurnRow["tier"] {
  if (inbound.type === "command") return "full";
  return inbound.tier ?? (inbound.type === "notice" ? "operational" : "full");
}

/** A new message, and the turn that answers it: at the end of the queue, or before what ranks lower. */
export function newTurn(acceptance: Acceptance, asked: Message, request: TurnRequest): AcceptedInput {
  const { store } = acceptance;
  const passed = passedBy(store, asked, request.source);
  const message = passed ? { ...asked, parent_id: passed.parent_id } : asked;
  const events: EventBody[] = [{ type: "message", message }, ...firstTitle(store, message)];
  const turn_id = addTurn(acceptance, message.id, request);
  addMessage(store, message, turn_id);
  const accepted = { turn_id, message_id: message.id, events };
  return passed ? { ...accepted, elsewhere: pass(store, turn_id, passed) } : accepted;
}

/** The turn that answers an existing message. */
export function addTurn(
  { store, deps, now }: Acceptance,
  trigger_id: MessageId,
  request: TurnRequest,
): TurnId {
  const id = deps.ids.create("trn");
  const { meta } = store;
  meta.shared ||= !isOwners(request.actor, meta.owner);
  store.turns.insert({
    ...request,
    payer: meta.payer,
    memory: meta.shared ? "place" : "person",
    id,
    state: "queued",
    trigger_id,
    answer_id: deps.ids.create("msg"),
    created_at: now,
    start_seq: store.log.seq,
    attempts: 0,
    place: null,
    passes: 0,
  });
  meta.head = trigger_id;
  meta.revision += 1;
  return id;
}

export function addMessage(store: Store, message: Message, turn_id: TurnId | null): void {
  store.transcript.put(message, turn_id);
  store.meta.message_count += 1;
}

function firstTitle(store: Store, message: Message): EventBody[] {
  if (store.meta.title !== "" || store.meta.temporary || message.role !== "user") return [];
  store.meta.title = titleOf(message);
  store.meta.title_by = "words";
  return [{ type: "title", title: store.meta.title }];
}
