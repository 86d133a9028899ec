/** The types of an acceptance: its dependencies and its result. */
import type { EventBody } from "../../../../src/domain/events.ts";
import type { MessageId, TurnId } from "../../../../src/domain/ids.ts";
import type {
  ChildAsk,
  DecisionInbound,
  Refused,
  Source,
  ToolResultInbound,
} from "../../../../src/domain/inbound.ts";
import type { Message } from "../../../../src/domain/message.ts";
import type { Family } from "../../children/family.ts";
import type { ChildRow } from "../../rows/children.ts";
import type { Store } from "../../rows/store.ts";
import type { TurnRow } from "../../rows/turns/turns.ts";
import type { InboxPorts } from "./ports.ts";

export interface ReceiveDeps extends Pick<InboxPorts, "now" | "ids" | "debounce" | "admissions"> {
  /**
   * Puts an agent's message on its way to `place`, or else to the chat that the conversation lives in, if any, or to the
   * conversation that set this one going. Part of the same commit. Whether it is on its way to a chat.
   */
  carry(message: Message, place?: Source): boolean;
  /** Puts what a child asks on its way to whoever the turn answers. Part of the same commit. */
  ask(turn: TurnRow, child: ChildRow, ask: ChildAsk): void;
  /** Tells the conversation that set this one going all that it wants of a person now. Part of the same commit. */
  askUpward(asks: ChildAsk[]): void;
  /** What was asked at that call is settled: its buttons may go. Part of the same commit. */
  settled(inbound: DecisionInbound | ToolResultInbound): void;
  /** Somebody has written there: what waited for that may go. Part of the same commit. */
  heard(place: Source): void;
  /** Puts it on its way to a child. Part of the same commit. */
  tell: Family["tell"];
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
  /** It changes what is wanted of a person. */
  isAboutAsks?: boolean;
}

export type TakeResult = Taken | Refused;
