/** What the readers' room needs of the rest of the house: the owner's live monitor. */

import type { LiveTurn } from "../../../src/domain/conversation/live-turn.ts";
import type { ConversationId } from "../../../src/domain/ids.ts";
import type { MemberRight, Principal } from "../../../src/domain/principal.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Meta } from "../rows/meta.ts";

export interface ReaderPaces {
  /** A running turn's events are stored so soon after they went out. */
  store_after_ms: number;
  /** A turn that lasts so long is told of on the owner's monitor. */
  lasting_ms: number;
}

/** Where each person has something open is known in one place, from where changes of who they are come. */
export interface PresencePort {
  /** Something of theirs is open there. When they last changed, in ms since the epoch. May reject. */
  arrived(person: string, conversation: ConversationId): Promise<number>;
  /** Nothing of theirs is any more. May reject. */
  left(person: string, conversation: ConversationId): Promise<void>;
}

export interface ReaderPorts {
  now(): number;
  log: Log;
  paces: ReaderPaces;
  presence: PresencePort;
  /** Who was let in, as they are now; undefined: they may not be here any more. Rejects when that cannot be told. */
  standing(principal: Principal): Promise<Principal | undefined>;
  /** What a conversation gives somebody who does not own it. Rejects when it is not to be reached. */
  memberRights(conversation: ConversationId, person: string): Promise<readonly MemberRight[]>;
  /** Somebody has it open before them, and may write soon. Returns at once, and never throws. */
  opened(meta: Meta): void;
  /** Tells the owner's live monitor; null when nothing is running here. Never rejects. */
  monitor(meta: Meta, turn: LiveTurn | null): void;
}
