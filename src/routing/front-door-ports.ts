/** Types of the front door: its dependencies, arrivals, and admitted inputs. */
import type { ConversationInit } from "../domain/conversation/conversation.ts";
import type { Receipt } from "../domain/conversation/receipt.ts";
import type { Result } from "../domain/errors.ts";
import type { ConversationId, Ids } from "../domain/ids.ts";
import type { Inbound } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { Log } from "../observability/log-port.ts";
import type { Room, RoomRequest } from "../platform/turn-admission.ts";
import type { Address } from "./address.ts";
import type { Keywords } from "./keywords.ts";
import type { InboundLookups } from "./resolve-input.ts";
import type { Threads } from "./threads.ts";
import type { Visits } from "./visits.ts";

export interface FrontDoorDeps extends InboundLookups {
  ids: Ids;
  log: Log;
  threads: Threads;
  /** Keywords that lead messages to agents. May reject. */
  keywords(): Keywords | Promise<Keywords>;
  visits: Visits;
  /**
   * The agent that answers this person by default; null: the instance's default, or their preferred agent is
   * gone. Cached.
   */
  defaultAgent(owner: string): Promise<string | null>;
  /** Owner of that conversation, according to the index. */
  ownerOf(id: ConversationId): Promise<string | undefined>;
  /** Whether that conversation is a visit to a room, according to the index. */
  isInRoom(id: ConversationId): Promise<boolean>;
  /**
   * `isOwnChat`: the conversation lives in a chat that only its owner reads. It appears in its owner's list
   * at once. May reject: the first turn writes the entry too.
   */
  index(init: ConversationInit, isOwnChat: boolean): Promise<unknown>;
  /** Idempotency keys of recent inputs in that conversation; empty if it is gone. May reject. */
  acceptedKeys(id: ConversationId): Promise<readonly string[]>;
  /** Whether a turn of that client may be accepted now. */
  roomFor(request: RoomRequest): Room;
  /** `init` creates the conversation if it is new. Idempotent. */
  receive(input: AdmittedInput, principal: Principal): Promise<Result<Receipt>>;
}

export interface Arrival {
  principal: Principal;
  to: Address;
  inbound: Inbound;
  /** Longest wait for a turn to begin that is of use to the caller, in seconds. */
  patience_s?: number | undefined;
  /** Keeps the Worker alive for work that nobody waits for. */
  background(work: Promise<unknown>): void;
}

export interface AdmittedInput {
  id: ConversationId;
  inbound: Inbound;
  init: ConversationInit | undefined;
}
