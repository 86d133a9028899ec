/** The types of an acceptance: its dependencies and its result. */

import type { ChildAsk } from "../../../../src/domain/conversation/child-asks.ts";
import type { RefusedInput } from "../../../../src/domain/conversation/receipt.ts";
import type { EventBody } from "../../../../src/domain/events.ts";
import type { CallId, MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type { DecisionInbound, Source, ToolResultInbound } from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import type { Family } from "../../children/family.ts";
import type { ChildRow } from "../../rows/children.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import type { InboxPorts } from "./ports.ts";

export interface ReceiveDeps extends Pick<InboxPorts, "now" | "ids" | "kinds" | "debounce" | "admissions"> {
  /**
   * Queues an agent's message for `place`, or else for the conversation's chat, if any, or for its parent.
   * Part of the same commit. Returns whether it goes to a chat.
   */
  carry(message: Message, place?: Source): boolean;
  /** Queues a child's ask for whoever the turn answers. Part of the same commit. */
  ask(turn: TurnRow, child: ChildRow, ask: ChildAsk): void;
  /** Queues for the parent all that this conversation wants of people now. Part of the same commit. */
  askUpward(asks: ChildAsk[]): void;
  /** The asks at those calls are settled: their buttons may go. Part of the same commit. */
  settled(inbound: DecisionInbound | ToolResultInbound, calls: readonly CallId[]): void;
  /** Somebody has written there: deliveries that waited for it may go. Part of the same commit. */
  personWrote(place: Source): void;
  /** Queues something for a child. Part of the same commit. */
  tell: Family["tell"];
}

/** One acceptance, with its commit open. */
export interface Acceptance {
  store: Store;
  deps: ReceiveDeps;
  now: number;
}

/** An event of another turn than the one that was accepted; null: of none. */
export interface EventElsewhere {
  body: EventBody;
  turn_id: TurnId | null;
}

export interface AcceptedInput {
  turn_id: TurnId | null;
  message_id: MessageId | null;
  /** Events still to be logged. */
  events: EventBody[];
  /** Further ones, of other turns. */
  elsewhere?: EventElsewhere[];
  /** A tool was allowed for good: other conversations should know soon. */
  isGrant?: boolean;
  /** The calls that it has settled; absent: the one that the input names. */
  settled?: CallId[];
  /** The input changes what is wanted of people. */
  isAboutAsks?: boolean;
}

export type TakeResult = AcceptedInput | RefusedInput;
