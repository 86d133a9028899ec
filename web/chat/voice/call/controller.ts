/** State machine of a call: listens, sends what was said, speaks the answer while it is written, and gives way to the person. */
import { Answers, type SpokenPlace } from "./answers.ts";
import { cutOf } from "./heard.ts";
import { Speaker, type SpeechStop } from "./speaker.ts";
import type { AnswerText, CallState, Cut, Ear, Piece, Utterance, Voice } from "./types.ts";

/** `nothing`: there were no words in it. `kept`: it is sent once there is a connection again. */
export type SendOutcome =
  | { status: "sent"; text: string }
  | { status: "nothing" }
  | { status: "kept" | "failed"; reason: string };

/** The answer that an utterance interrupts. */
export interface Interruption {
  /** As far as it is known before the words are. */
  cut: Cut | null;
  /** To be called when there are words, before they are said in the conversation: only then the answer ends for good. */
  worded(): Cut | null;
}

export interface CallPorts {
  ear: Ear;
  voice: Voice;
  /** Writes it down and says it in the conversation. */
  send(utterance: Utterance, interruption: Interruption): Promise<SendOutcome>;
  /** Stops the running turn. */
  halt(): void;
  /** Place up to which an answer has been spoken; a reloaded page goes on from there. */
  keep(place: SpokenPlace): void;
  /** Something that the screen shows has changed. */
  changed(): void;
}

/** The conversation as far as the call needs it. */
export interface CallContent {
  answers: readonly AnswerText[];
  /** A turn runs. */
  isWorking: boolean;
}

export class CallController {
  /** The last words of the person; grows while the browser itself recognises them. */
  said = "";
  /** Reason why something did not work, for people; empty: all is well. */
  problem = "";
  isMuted = false;
  /** The microphone is closed while an answer sounds. */
  isHalfDuplex = false;
  private readonly ports: CallPorts;
  private readonly answers = new Answers();
  private readonly speaker: Speaker;
  private isOn = false;
  private isOver = false;
  private isPaused = false;
  private isHearing = false;
  private isHeld = false;
  private isWorking = false;
  private sending = 0;
  /** Speech that was stopped because somebody began to speak; it goes on if those were no words. */
  private stopped: SpeechStop | null = null;
  /** Pieces that came while somebody spoke. */
  private held: Piece[] = [];
  /** The answer that was interrupted, as far as it sounded, until the next message tells it. */
  private interruption: SpeechStop | null = null;
  private place: SpokenPlace | null = null;

  constructor(ports: CallPorts) {
    this.ports = ports;
    this.speaker = new Speaker(ports.voice, {
      began: () => this.settle(),
      ended: (piece, hasSounded) => this.spoke(piece, hasSounded),
      silent: () => this.settle(),
    });
  }

  get state(): CallState {
    if (!this.isOn) return "idle";
    if (this.isPaused) return "paused";
    if (this.isHearing) return "hearing";
    if (this.speaker.isSounding) return "speaking";
    return this.sending > 0 || this.isWorking || this.speaker.isBusy ? "thinking" : "listening";
  }

  /** The piece that sounds now. */
  get current(): Piece | null {
    return this.speaker.current;
  }

  /** The answer that was interrupted, until the next message tells it. */
  get interrupted(): Cut | null {
    return this.interruption && cutOf(this.interruption);
  }

  /** False when there is no microphone; `problem` says why. */
  async start({ answers, isWorking }: CallContent, place: SpokenPlace | null): Promise<boolean> {
    this.answers.begin(answers, place);
    const opened = await this.ports.ear.open({
      began: () => this.hears(),
      lasts: () => this.confirm(),
      ended: (utterance) => void this.ended(utterance),
      words: (text) => this.hearsWords(text),
      failed: (reason) => this.fails(reason),
    });
    this.problem = opened.ok ? "" : opened.reason;
    if (this.isOver) return false;
    if (opened.ok) {
      this.isOn = true;
      this.isWorking = isWorking;
      this.isHalfDuplex ||= !opened.cancelsEcho;
      this.follow({ answers, isWorking });
    }
    this.settle();
    return opened.ok;
  }

  /** The conversation has changed. */
  follow({ answers, isWorking }: CallContent): void {
    if (!this.isOn) return;
    this.isWorking = isWorking;
    const pieces = this.answers.next(answers, (answer, from) => this.voided(answer, from));
    if (pieces.length > 0) this.say(...pieces);
    else this.settle();
  }

  /** Speaks the pieces after what is being spoken already. */
  say(...pieces: Piece[]): void {
    if (!this.isOn) return;
    const mustWait = this.isPaused || this.isHearing || this.stopped !== null || this.held.length > 0;
    if (mustWait) this.held.push(...pieces);
    else this.speaker.say(...pieces);
    this.settle();
  }

  /** Interrupts the answer; or, while the person speaks, ends their words without waiting for a pause. */
  tap(): void {
    const { state } = this;
    if (state === "hearing") this.ports.ear.release();
    if (state === "paused") this.resume();
    if (state === "speaking" || state === "thinking") this.interrupt();
    this.settle();
  }

  /** Push to talk: from here to `release` all is heard, also while the microphone is muted. */
  hold(): void {
    if (!this.isOn || this.isPaused) return;
    this.isHeld = true;
    if (this.speaker.isSounding) this.interrupt();
    this.settle();
    this.ports.ear.hold();
  }

  release(): void {
    if (!this.isHeld) return;
    this.ports.ear.release();
    this.isHeld = false;
    this.settle();
  }

  mute(isMuted: boolean): void {
    this.isMuted = isMuted;
    this.settle();
  }

  pause(): void {
    if (!this.isOn || this.isPaused) return;
    this.isPaused = true;
    this.isHearing = false;
    this.held = [...(this.stopped ?? this.speaker.stop()).rest, ...this.held];
    this.stopped = null;
    this.settle();
  }

  resume(): void {
    this.isPaused = false;
    this.goOn();
  }

  /** Ends the call. The turn goes on: its answer is in the conversation. */
  hangUp(): void {
    this.isOn = false;
    this.isOver = true;
    this.speaker.stop();
    this.held = [];
    this.ports.ear.close();
    this.ports.voice.close();
    this.ports.changed();
  }

  private hears(): void {
    if (!this.isOn || this.isPaused) return;
    // Between two sentences nothing sounds, and the next one must not begin.
    if (this.speaker.isBusy) this.stopped = this.speaker.stop();
    this.isHearing = true;
    this.said = "";
    this.problem = "";
    this.settle();
  }

  private hearsWords(text: string): void {
    this.said = text;
    this.ports.changed();
  }

  private interrupt(): void {
    this.stopped = this.speaker.stop();
    this.confirm();
  }

  /** The sound was words, so the answer ends here. */
  private confirm(): void {
    const { stopped } = this;
    if (stopped === null) return;
    const waiting = [...stopped.rest, ...this.held].flatMap(({ of }) => (of ? [of.answer] : []));
    this.stopped = null;
    this.held = [];
    if (cutOf(stopped)) this.interruption = stopped;
    for (const answer of waiting) this.answers.cut(answer);
    const last = waiting.at(-1);
    // A reloaded page does not go on with it either.
    if (last !== undefined) this.ports.keep({ answer: last, characters: Number.MAX_SAFE_INTEGER });
    if (this.isWorking) this.ports.halt();
  }

  private async ended(utterance: Utterance | null): Promise<void> {
    this.isHearing = false;
    if (utterance === null) return this.goOn();
    this.sending += 1;
    this.settle();
    const outcome = await this.ports.send(utterance, { cut: this.interrupted, worded: () => this.worded() });
    this.sending -= 1;
    if (outcome.status === "sent") this.said = outcome.text;
    this.problem = "reason" in outcome ? outcome.reason : "";
    this.goOn();
  }

  private worded(): Cut | null {
    this.confirm();
    const { interrupted } = this;
    this.interruption = null;
    return interrupted;
  }

  /** Speaks what was kept back. */
  private goOn(): void {
    if (!this.isHearing && !this.isPaused && this.isOn) {
      const rest = [...(this.stopped?.rest ?? []), ...this.held];
      this.stopped = null;
      this.held = [];
      this.speaker.say(...rest);
    }
    this.settle();
  }

  private spoke({ of, ended }: Piece, hasSounded: boolean): void {
    ended?.(hasSounded);
    if (of) {
      this.place = { answer: of.answer, characters: of.end };
      this.ports.keep(this.place);
    }
    this.settle();
  }

  /** Drops what waits of that answer from there on. Returns up to where pieces of it stand. */
  private voided(answer: string, from: number): number {
    const isVoid = ({ of }: Piece) => of?.answer === answer && of.end > from;
    this.speaker.drop(isVoid);
    this.held = this.held.filter((piece) => !isVoid(piece));
    const spoken = this.place?.answer === answer ? this.place.characters : 0;
    const standing = [...this.speaker.pieces, ...this.held].flatMap(({ of }) =>
      of?.answer === answer ? [of.end] : [],
    );
    return Math.min(from, Math.max(spoken, ...standing));
  }

  private fails(reason: string): void {
    this.problem = reason;
    this.isHearing = false;
    this.goOn();
  }

  /** Opens and closes the ear as the state asks, and tells the screen. */
  private settle(): void {
    const sounds = this.speaker.isSounding;
    const isShut = (this.isMuted && !this.isHeld) || this.isPaused || (this.isHalfDuplex && sounds);
    if (this.isOn) {
      this.ports.ear.beWary(sounds);
      this.ports.ear.listen(!isShut);
    }
    this.ports.changed();
  }
}
