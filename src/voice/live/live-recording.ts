/** An utterance that a provider hears while it is spoken: kept as a recording too, and booked by the second that was sent. */

import { wavHeader } from "../../domain/sound/wav.ts";
import { joinBytes } from "../../platform/bytes.ts";
import type { LiveWish, SpeechLedger, TranscriptionResult } from "../ports.ts";
import { SpeechFailure } from "../provider.ts";
import { costOf, transcriptOf } from "../transcribe.ts";
import { LIVE_RATE, type LiveEar, type LiveHearing } from "./live-ear.ts";

const BYTES_A_SECOND = LIVE_RATE * 2;

/** The connection must be there by then. */
const OPEN_WITHIN_MS = 5_000;
/** A person waits for the rest of the text: after this the whole recording is quicker. */
const REST_WITHIN_MS = 6_000;

interface Parts {
  ear: LiveEar;
  /** `provider/model`. */
  model: string;
  ledger: SpeechLedger;
}

export class LiveRecording {
  private readonly parts: Parts;
  private readonly wish: LiveWish;
  private readonly opening: Promise<LiveHearing>;
  private readonly pieces: Uint8Array[] = [];
  private hearing: LiveHearing | undefined;
  private sent = 0;
  private isOver = false;
  private isLost = false;

  constructor(parts: Parts, wish: LiveWish) {
    this.parts = parts;
    this.wish = wish;
    const { language, words } = wish;
    const listener = { language, words, lost: (problem: Error) => this.lost(problem) };
    this.opening = parts.ear.open(listener, AbortSignal.timeout(OPEN_WITHIN_MS));
    this.opening.then(
      (hearing) => this.opened(hearing),
      (problem: unknown) => this.lost(problem),
    );
  }

  take(pcm: Uint8Array): void {
    if (this.isOver) return;
    this.pieces.push(pcm);
    if (this.hearing) this.send(this.hearing, pcm);
  }

  /** The whole of it as a browser records it. */
  wav(): Uint8Array {
    const samples = joinBytes(this.pieces);
    return joinBytes([wavHeader(samples.length, LIVE_RATE), samples]);
  }

  /** Never rejects. */
  async finish(): Promise<TranscriptionResult> {
    this.isOver = true;
    try {
      const hearing = await this.opening;
      if (this.isLost) throw new SpeechFailure("The connection was lost.");
      const { text, seconds } = await hearing.finish(AbortSignal.timeout(REST_WITHIN_MS));
      await this.close(seconds);
      return transcriptOf(text);
    } catch (problem) {
      await this.close();
      return { ok: false, reason: reasonOf(problem) };
    }
  }

  /** Never rejects. */
  async drop(): Promise<void> {
    this.isOver = true;
    await this.close();
  }

  private opened(hearing: LiveHearing): void {
    if (this.isLost) {
      hearing.close();
      return;
    }
    this.hearing = hearing;
    for (const pcm of this.pieces) this.send(hearing, pcm);
  }

  private send(hearing: LiveHearing, pcm: Uint8Array): void {
    try {
      hearing.send(pcm);
      this.sent += pcm.length;
    } catch (problem) {
      this.lost(problem);
    }
  }

  private lost(problem: unknown): void {
    if (this.isLost) return;
    this.isLost = true;
    this.wish.lost(reasonOf(problem));
  }

  /** Ends the connection, and books what the provider has heard. `seconds`: as it reports them. */
  private async close(seconds = this.sent / BYTES_A_SECOND): Promise<void> {
    const { ear, model, ledger } = this.parts;
    this.isLost = true;
    this.hearing?.close();
    this.sent = 0;
    if (seconds === 0) return;
    const cost_usd = costOf(ear, { seconds });
    const purpose = "transcription" as const;
    await ledger.book(this.wish.payer, {
      model,
      cost_usd,
      purpose,
      isEstimate: false,
      heard_seconds: seconds,
    });
  }
}

function reasonOf(problem: unknown): string {
  return problem instanceof SpeechFailure ? problem.message : "The live transcription broke off. Try again.";
}
