/** Tells by a probability of speech for each 10 ms of sound when somebody begins to speak, and when they pause. */

export const FRAME_MS = 10;

/** Number of the newest frames that must be speech before somebody counts as speaking. */
const BEGIN = { speech: 0.7, of: 8, least: 5 };
/** While an answer sounds: what is left of its echo must not interrupt it. */
const WARY = { speech: 0.85, of: 13, least: 10 };
/** A frame below this is a pause. */
const PAUSE = 0.5;
/** Length in ms from which a sound is more than a cough. */
const LASTS_MS = 250;
/** Anything shorter is dropped. */
const SHORTEST_MS = 100;
/** A longer speech is sent in pieces. */
const LONGEST_MS = 120_000;

/** `dropped`: it ended, and was too short to be words. */
export type Activity = "began" | "lasts" | "ended" | "dropped";

export class VoiceActivity {
  isWary = false;
  /** Silence after which the person has finished: ms. */
  private readonly pause_ms: () => number;
  private readonly newest: number[] = [];
  private isSpeaking = false;
  private isHeld = false;
  private speech_ms = 0;
  private silence_ms = 0;
  private whole_ms = 0;

  constructor(pause_ms: () => number) {
    this.pause_ms = pause_ms;
  }

  /** Undefined: nothing has changed. */
  frame(probability: number): Activity | undefined {
    this.newest.push(probability);
    if (this.newest.length > WARY.of) this.newest.shift();
    return this.isSpeaking ? this.goOn(probability) : this.begin();
  }

  /** Undefined: somebody is speaking already. */
  hold(): Activity | undefined {
    this.isHeld = true;
    return this.isSpeaking ? undefined : this.start();
  }

  release(): Activity | undefined {
    this.isHeld = false;
    return this.isSpeaking ? this.end() : undefined;
  }

  /** Forgets what it was hearing. */
  reset(): void {
    this.isSpeaking = false;
    this.isHeld = false;
    this.newest.length = 0;
  }

  private begin(): Activity | undefined {
    const { speech, of, least } = this.isWary ? WARY : BEGIN;
    const voiced = this.newest.slice(-of).filter((probability) => probability >= speech).length;
    return voiced < least ? undefined : this.start(voiced * FRAME_MS);
  }

  private start(speech_ms = 0): Activity {
    this.isSpeaking = true;
    this.speech_ms = speech_ms;
    this.silence_ms = 0;
    this.whole_ms = 0;
    return "began";
  }

  private goOn(probability: number): Activity | undefined {
    const before = this.speech_ms;
    this.whole_ms += FRAME_MS;
    if (probability >= PAUSE) {
      this.speech_ms += FRAME_MS;
      this.silence_ms = 0;
    } else this.silence_ms += FRAME_MS;
    const hasPaused = this.silence_ms >= this.pause_ms() && !this.isHeld;
    if (hasPaused || this.whole_ms >= LONGEST_MS) return this.end();
    return before < LASTS_MS && this.speech_ms >= LASTS_MS ? "lasts" : undefined;
  }

  private end(): Activity {
    this.reset();
    return this.speech_ms < SHORTEST_MS ? "dropped" : "ended";
  }
}
