/** Debounce: several messages that one person sends in quick succession get one answer. */
import type { EventBody } from "../../../../src/domain/events.ts";
import type { UserMessage } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import { actorOf, isSameSpeaker } from "../../../../src/domain/who-may.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import type { AcceptedInput } from "./acceptance.ts";
import { addMessage } from "./new-turn.ts";

/**
 * A queued turn of the same sender whose burst is still open. A command that its platform shows as waiting
 * gets an answer of its own.
 */
export function openBurst(store: Store, message: UserMessage, now: number): TurnRow | undefined {
  if (message.source.reply_token !== undefined) return undefined;
  const last = store.turns.open().findLast(({ passes }) => passes === 0);
  if (last?.state !== "queued" || last.ready_at <= now) return undefined;
  return isSameSpeaker(last, { source: message.source, actor: actorOf(message) }) ? last : undefined;
}

/** Adds the message to the turn, which then waits until `ready_at`. */
export function joinBurst(
  store: Store,
  turn: TurnRow,
  more: { message: Message; ready_at: number },
): AcceptedInput {
  const message = { ...more.message, parent_id: turn.trigger_id };
  const { meta } = store;
  const isLast = meta.head === turn.trigger_id;
  addMessage(store, message, turn.id);
  store.turns.extend(turn.id, message.id, more.ready_at);
  if (isLast) meta.head = message.id;
  // Clients take the last `message` event for the branch head.
  const head: EventBody[] = isLast || meta.head === null ? [] : [{ type: "head", message_id: meta.head }];
  return { turn_id: turn.id, message_id: message.id, events: [{ type: "message", message }, ...head] };
}
