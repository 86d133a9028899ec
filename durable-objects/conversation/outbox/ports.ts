/** Ports of the outbox. */
import type { Channels } from "../../../src/channels/channel.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { NightjarEvent } from "../../../src/domain/events.ts";
import type { ConversationId, Ids } from "../../../src/domain/ids.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { Later } from "../../../src/domain/time/later.ts";
import type { Log } from "../../../src/observability/log-port.ts";
import type { Store } from "../rows/store.ts";

export interface OutboxPaces {
  /** Lease: after a crash during a send, the object is awake again within this time. */
  lease_ms: number;
  /** Pause before the second attempt of a chunk that was not accepted; it doubles each time. */
  delivery_retry_ms: number;
}

/** Makes recordings of words. */
export interface Voice {
  /** False where no speech service is set up: answers are text only, and nothing is recorded. */
  readonly speaks: boolean;
  /** Undefined: it could not be made, and the log says why. Never rejects. */
  record(
    owner: string,
    words: { text: string; voice?: string; conversation_id: ConversationId },
    signal: AbortSignal,
  ): Promise<MediaPart | undefined>;
  /** Discards a recording that is no longer needed. Never rejects. */
  discard(owner: string, recording: MediaPart): Promise<void>;
}

export const NO_VOICE: Voice = {
  speaks: false,
  record: async () => undefined,
  discard: async () => undefined,
};

/** Whether that place still mirrors the conversation. Never rejects. */
type LeadsHere = (id: ConversationId, place: Source) => Promise<boolean>;

export interface OutboxPorts {
  now(): number;
  paces: OutboxPaces;
  ids: Ids;
  log: Log;
  kinds: ChannelKinds;
  /** The ports that deliver messages. */
  channels: Channels;
  voice: Voice;
  leadsHere: LeadsHere;
}

/** Everything that the outbox is made with. */
export interface OutboxDeps extends OutboxPorts {
  store: Store;
  /** Wakes the object at `at` (ms since the epoch) or before. */
  wakeAt(at: number): void;
  later: Later;
  broadcast(event: NightjarEvent): void;
}
