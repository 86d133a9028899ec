/**
 * Recordings of spoken answers: made on delivery, kept between attempts, discarded when they have arrived.
 */
import type { DeliveryResult } from "../../../src/channels/channel.ts";
import type { ConversationId, DeliveryId } from "../../../src/domain/ids.ts";
import type { MediaPart } from "../../../src/domain/message.ts";
import type { Delivery } from "../rows/outgoing/deliveries.ts";
import type { Speech } from "../rows/schema/stored-json.ts";
import type { Voice } from "./ports.ts";

export const NOT_SPOKEN: DeliveryResult = { status: "failed", reason: "It couldn't be read aloud." };

interface Speaking {
  speech: Speech;
  owner: string;
  conversation_id: ConversationId;
}

/** Cached in memory: after a crash a recording is made anew. */
export class Recordings {
  private readonly voice: Voice;
  private readonly made = new Map<DeliveryId, MediaPart>();

  constructor(voice: Voice) {
    this.voice = voice;
  }

  /** Undefined: the recording is left out. Never rejects. */
  async of(
    { id }: Delivery,
    { speech: { text, voice }, owner, conversation_id }: Speaking,
    signal: AbortSignal,
  ): Promise<MediaPart | undefined> {
    const known = this.made.get(id);
    if (known) return known;
    const words = { text, conversation_id, ...(voice !== undefined && { voice }) };
    const recording = await this.voice.record(owner, words, signal);
    if (recording) this.made.set(id, recording);
    return recording;
  }

  /** Discards the recording of a settled delivery. */
  settled(id: DeliveryId, owner: string): void {
    const recording = this.made.get(id);
    if (!recording) return;
    this.made.delete(id);
    void this.voice.discard(owner, recording);
  }
}
