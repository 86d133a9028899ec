/** Ear that hears sound while it is made: the words are there almost at once when the person pauses. */
import type { Price, Transcript } from "../provider.ts";

/** Samples a second of sound that is heard live: 16 bits, one channel. */
export const LIVE_RATE = 16_000;

export interface LiveEar {
  /** The provider's name of its model, for the ledger. */
  model: string;
  /** Price of one second of sound in US dollars; undefined: unknown. */
  price: Price | undefined;
  /** Resolves when sound can be sent. Rejects with a `SpeechFailure`, or with the network's error. */
  open(about: LiveListener, signal: AbortSignal): Promise<LiveHearing>;
}

export interface LiveListener {
  /** BCP 47: the language that is most likely spoken; absent: unknown. */
  language?: string | undefined;
  /** All words so far; the last ones may still change. */
  words(text: string): void;
  /** The connection broke, or the provider refused to go on: nothing more comes. Called once at most, not after `close`. */
  lost(problem: Error): void;
}

export interface LiveHearing {
  /** Samples as they come. Throws once the connection is gone. */
  send(pcm: Uint8Array): void;
  /** Text of all that was sent. Rejects when the connection is lost, and when the signal aborts. */
  finish(signal: AbortSignal): Promise<Transcript>;
  close(): void;
}
