/** The types of an acceptance: its dependencies and its result. */
import type { Told } from "../../../../src/channels/channel.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { CallId, ConversationId, MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { ChildQuestion, Refused } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns.ts";
import type { InboxPorts } from "./ports.ts";

export interface ReceiveDeps extends Pick<InboxPorts, "now" | "ids" | "debounce" | "admissions"> {
  /** Puts an agent's message on its way to the chat that the conversation lives in, if any. Part of the same commit. */
  carry(message: Message): void;
  /** Puts a child's question on its way to whoever the turn answers. Part of the same commit. */
  ask(turn: TurnRow, call_id: CallId, asks: ChildQuestion): void;
  /** Puts an answer on its way to the child that asked. Part of the same commit. */
  answerChild(turn: TurnRow, child: ConversationId, answer: Extract<Told, { type: "answer" }>): void;
}

/** One acceptance: its commit is open. */
export interface Acceptance {
  store: Store;
  deps: ReceiveDeps;
  now: number;
}

export interface Taken {
  turn_id: TurnId | null;
  message_id: MessageId | null;
  /** Still to be logged. */
  events: EventBody[];
  /** A tool was allowed for good: other conversations are to know soon. */
  isGrant?: boolean;
}

export type TakeResult = Taken | Refused;
