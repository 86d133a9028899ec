/** Ports of the readers. */

import type { MonitoredTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { ConversationId, Ids } from "../../../src/domain/ids.ts";
import type { MemberRight, Principal } from "../../../src/domain/principal.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { InboundLookups } from "../../../src/routing/resolve-input.ts";
import type { Meta } from "../rows/meta.ts";

export interface ReaderPaces {
  /** Delay from sending a running turn's events to storing them. */
  store_after_ms: number;
  /** A turn is shown in lists and on the owner's monitor once it has run this long. */
  lasting_ms: number;
}

/**
 * The one place that knows where each person has something open, and that reports changes of their rights.
 */
interface PresencePort {
  /**
   * Records that the person has something open there. Resolves to the time of their last change, in ms since
   * the epoch. May reject.
   */
  arrived(person: string, conversation: ConversationId): Promise<number>;
  /** Records that nothing of theirs is open there any more. May reject. */
  left(person: string, conversation: ConversationId): Promise<void>;
}

/** The lookups serve inputs from sockets, which have not passed the front door. */
export interface ReaderPorts extends InboundLookups {
  now(): number;
  ids: Ids;
  log: Log;
  paces: ReaderPaces;
  presence: PresencePort;
  /**
   * The principal's present role and rights; undefined when they may not be here any more. Rejects when that
   * cannot be read.
   */
  standing(principal: Principal): Promise<Principal | undefined>;
  /**
   * The rights that a conversation gives somebody other than its owner. Rejects when it cannot be reached.
   */
  memberRights(conversation: ConversationId, person: string): Promise<readonly MemberRight[]>;
  /** Somebody has opened the conversation and may write soon. Returns at once and never throws. */
  opened(meta: Meta): void;
  /** Updates the owner's live monitor; null when nothing is running here. Never rejects. */
  monitor(meta: Meta, turn: MonitoredTurn | null): void;
}
