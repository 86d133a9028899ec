/** Ports of speech: its two services as their users call them, and the ledger that they are booked in. */
import type { Payer } from "../observability/budgets.ts";
import type { Sound, SpokenSound, Utterance } from "./provider.ts";

/** Person who pays, with the agent and the conversation where they are known. */
export interface SpeechPayer {
  owner: string;
  /** Slug. */
  agent?: string | undefined;
  /** Limits of that agent's own settings. */
  allowance?: Payer["allowance"] | undefined;
  conversation_id?: string | undefined;
  /** The conversation is a temporary one: neither sound nor text is kept anywhere else. */
  is_temporary?: boolean | undefined;
}

export interface SpeechCall {
  /** `provider/model`. */
  model: string;
  /** US dollars; null: the price is unknown. */
  cost_usd: number | null;
}

export interface SpeechCost extends SpeechCall {
  purpose: "transcription" | "speech";
  /** The cost is calculated from a length that nobody reported. */
  isEstimate: boolean;
  /** Length of the sound that was transcribed. */
  heard_seconds?: number;
  /** Length of the text that was read aloud. */
  spoken_characters?: number;
  /** Tokens of a model that is paid by them. */
  input_tokens?: number;
  output_tokens?: number;
}

export interface SpeechLedger {
  /** Reason why the payer may not spend so much; undefined: they may. Rejects when the storage does. */
  refusal(payer: SpeechPayer, call: SpeechCall): Promise<string | undefined>;
  /** Never rejects: who has heard is not told that the bill was lost. */
  book(payer: SpeechPayer, cost: SpeechCost): Promise<void>;
  /** Books what is known only later, while nobody waits for it. */
  bookLater(payer: SpeechPayer, cost: Promise<SpeechCost>): void;
}

/** `reason` is public and says what to do. */
export type SpeechProblem = { ok: false; reason: string; isOverBudget?: true };

export type TranscriptionResult = { ok: true; text: string } | SpeechProblem;

/**
 * Asks one provider after the other until one has heard. `once`: an id of the sender's; the same sound under the same id, sent
 * again within a day, is neither transcribed nor paid again. Never rejects.
 */
export type Transcribe = (
  sound: Sound & { payer: SpeechPayer; once?: string | undefined },
) => Promise<TranscriptionResult>;

/** An utterance that is transcribed while it is spoken. None of these throws or rejects. */
export interface LiveTranscription {
  /** Samples as they come: 16 bits, one channel, 16 kHz. */
  take(pcm: Uint8Array): void;
  /**
   * The utterance is over. `heard`: its text. `kept`: settles once the text is kept for a day under `once`, an id of the sender's, where the
   * same sound as a recording finds it. `wav`: all that was said.
   */
  finish(once: string): { heard: Promise<TranscriptionResult>; kept: Promise<unknown>; wav: Uint8Array };
  /** Nobody wants the text any more. What was heard until then is booked. */
  drop(): Promise<void>;
}

export interface LiveWish {
  payer: SpeechPayer;
  language?: string | undefined;
  /** All words so far; the last ones may still change. */
  words(text: string): void;
  /** The provider is lost: the whole recording is to be transcribed. Called once at most. */
  lost(reason: string): void;
}

/** Begins to hear, by the first of the ears. Never rejects. */
export type TranscribeLive = (
  wish: LiveWish,
) => Promise<{ ok: true; value: LiveTranscription } | SpeechProblem>;

/** The reader of the stream cancels what it does not want. */
export type SpeechResult = ({ ok: true } & SpokenSound) | SpeechProblem;

/**
 * Asks one provider after the other until one speaks. `voice`: `provider/voice`, or the voice alone. `seat`: place in a cast, from 0; where no
 * voice of the provider is chosen, each seat has another one. Never rejects.
 */
export type Synthesize = (
  utterance: Utterance & { payer: SpeechPayer; seat?: number | undefined },
  signal: AbortSignal,
) => Promise<SpeechResult>;
