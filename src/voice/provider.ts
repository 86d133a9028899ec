/** Provider of speech: an ear transcribes sound, a mouth reads text aloud. */

import type { ServiceFetch } from "../platform/service-answer.ts";
import type { OpenModelSocket } from "../providers/openai/realtime/socket.ts";
import type { SpeechSettings } from "./settings.ts";

export interface Sound {
  media_type: string;
  bytes: Uint8Array;
  /** BCP 47: the language that is most likely spoken; absent: unknown. */
  language?: string | undefined;
}

export interface Transcript {
  text: string;
  /** Length of the sound, where the provider reports it. */
  seconds?: number | undefined;
}

/** US dollars for one unit, with the page that says so and the day on which it was read. */
export interface Price {
  usd: number;
  source: string;
}

export interface Ear {
  /** The provider's name of its model, for the ledger. */
  model: string;
  /** Price of one second of sound in US dollars; undefined: unknown. */
  price: Price | undefined;
  /** Tries once. Rejects with a `SpeechFailure`, or with the network's error. */
  transcribe(sound: Sound, signal: AbortSignal): Promise<Transcript>;
}

export interface Utterance {
  text: string;
  /** The provider's own name for a voice; absent: its usual one. */
  voice?: string | undefined;
  /** BCP 47: the language of the text; absent: unknown. */
  language?: string | undefined;
  /**
   * `recording`: a file for any player. `voice_note`: Ogg Opus where the provider has it, which chats show as a voice message.
   * `wav`: samples that can be played while they come, where the provider has them.
   */
  as: "recording" | "voice_note" | "wav";
}

export interface SpokenSound {
  media_type: string;
  /** The reader cancels what it does not want. */
  stream: ReadableStream<Uint8Array>;
  /** Resolves after the stream's end or its cancellation, for a model that bills tokens; absent: it bills the text's characters. */
  spent?: Promise<SpeechSpent> | undefined;
}

/** Tokens that a model took to speak, and their cost. */
export interface SpeechSpent {
  input_tokens: number;
  output_tokens: number;
  /** US dollars; null: the price is unknown. */
  cost_usd: number | null;
  /** The provider did not count: it was interrupted. */
  isEstimate: boolean;
}

export interface Mouth {
  /** Name of the model that says this text, for the ledger. */
  model(utterance: Utterance): string;
  /** Price of one character of that utterance in US dollars; undefined: unknown. */
  price(utterance: Utterance): Price | undefined;
  /** Tries once; resolves when sound begins to come. Rejects with a `SpeechFailure`, or with the network's error. */
  speak(utterance: Utterance, signal: AbortSignal): Promise<SpokenSound>;
  /** Voices to choose from. Rejects like `speak`. */
  voices(signal: AbortSignal): Promise<readonly NamedVoice[]>;
}

export interface NamedVoice {
  /** The provider's own name of it. */
  id: string;
  name: string;
  /** Languages that it is made for, as BCP 47; empty: any. */
  languages: readonly string[];
}

/** Ways to the outside that a provider is made with. */
export interface SpeechAccess {
  settings: SpeechSettings;
  /** ms since the epoch: some providers end on a day; absent: none has ended. */
  now?(): number;
  fetch: ServiceFetch;
  /** Opens a WebSocket to a provider, as `fetch` reaches it; absent: none can be opened here. */
  openSocket?: OpenModelSocket | undefined;
  /** Workers AI, where the account has it. */
  ai?: SpeechAi | undefined;
}

export interface SpeechAi {
  run(
    model: string,
    input: object,
    options: { signal: AbortSignal; returnRawResponse?: true },
  ): Promise<unknown>;
}

/** A provider as a list holds it: small, since it is there from the start. `Part` is loaded when it is first used. */
export interface SpeechProvider<Part> {
  /** In the ledger, and before the voice of an agent: `elevenlabs/JBFqnCBsd6RMkjVDRZzb`. */
  name: string;
  label: string;
  /** Name of another provider whose voices it has too. */
  voicesOf?: string;
  isSet(access: Pick<SpeechAccess, "settings" | "ai" | "now">): boolean;
  load(): Promise<(access: SpeechAccess) => Part>;
}

/** A provider's refusal or failure. The message is public and says what to do. */
export class SpeechFailure extends Error {
  /** Cost of the attempt; undefined: nothing. */
  readonly spent: SpeechSpent | undefined;

  constructor(message: string, spent?: SpeechSpent) {
    super(message);
    this.spent = spent;
  }
}
