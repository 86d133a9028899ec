/** What the front door needs of the house, what comes to it, and what it lets in. */
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Result } from "../domain/errors.ts";
import type { ConversationId, Ids } from "../domain/ids.ts";
import type { Inbound, Receipt } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { Log } from "../observability/log-port.ts";
import type { Address } from "./address.ts";
import type { InboundLookups } from "./check.ts";
import type { Keywords } from "./keywords.ts";
import type { Threads } from "./threads.ts";
import type { Visits } from "./visits.ts";

export interface FrontDoorDeps extends InboundLookups {
  ids: Ids;
  log: Log;
  threads: Threads;
  /** Leads messages to agents by their keywords. May reject. */
  keywords(): Keywords | Promise<Keywords>;
  visits: Visits;
  /** Who answers that person where nobody is named; null: the instance's default, or what they prefer is gone. From memory when warm. */
  defaultAgent(owner: string): Promise<string | null>;
  /** Whose that conversation is, as far as the index tells. */
  ownerOf(id: ConversationId): Promise<string | undefined>;
  /** The same: whether it is a visit to a room. */
  isInRoom(id: ConversationId): Promise<boolean>;
  /** `isOwnChat`: its owner alone reads in the chat that it lives in. It appears in its owner's list at once. May reject: its first turn writes the entry too. */
  index(init: ConversationInit, isOwnChat: boolean): Promise<unknown>;
  /** Keys of what was lately taken in that conversation; none of one that is gone. May reject. */
  heardIn(id: ConversationId): Promise<readonly string[]>;
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
