/** What carrying replies to people needs of the rest of the house. */
import type { Channels } from "../../../src/channels/channel.ts";
import type { ConversationId, Ids } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { Log } from "../../../src/observability/log-port.ts";

export interface OutboxPaces {
  /** While something is being sent, the object is woken again so soon after a crash. */
  lease_ms: number;
  /** Before the second try of a part that was not taken; twice as long each time. */
  delivery_retry_ms: number;
}

/** Words as recordings, where something here can speak. */
export interface Voice {
  /** Undefined: it could not be made, and the log says why. Never rejects. */
  record(
    owner: string,
    words: { text: string; voice?: string },
    signal: AbortSignal,
  ): Promise<MediaPart | undefined>;
  /** It is not needed any more. Never rejects. */
  discard(owner: string, recording: MediaPart): Promise<void>;
}

/** Whether what is said in that conversation is to be shown there still. Never rejects. */
export type LeadsHere = (id: ConversationId, place: Source) => Promise<boolean>;

export interface OutboxPorts {
  now(): number;
  paces: OutboxPaces;
  ids: Ids;
  log: Log;
  /** Carry replies to where people wrote from. */
  channels: Channels;
  /** Absent: answers are written only. */
  voice?: Voice;
  /** Absent: what was said of a place holds. */
  leadsHere?: LeadsHere;
}
