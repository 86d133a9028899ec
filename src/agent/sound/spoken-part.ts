/** Sound of one model call, on its way beside the words: nobody keeps it. */
import type { SpeechWish } from "../ports/model.ts";

/** A piece of an answer's sound, with the length of the text that was written when it came. */
interface SoundPiece {
  at: number;
  pcm: string;
  /** The call's last one. */
  is_end?: true;
}

/** Way of an answer's sound to those who listen. None of these throws. */
export interface Sound {
  /** Undefined: nobody listens, or the model has no voice. */
  wish(): SpeechWish | undefined;
  send(piece: SoundPiece): void;
}

/** Adds to each piece its place in the answer, and tells where the sound ends. */
export class SpokenPart {
  private readonly sound: Sound | undefined;
  private readonly begins: number;
  private isOpen = false;

  /** `begins`: length of the answer's text before the call. */
  constructor(sound: Sound | undefined, begins: number) {
    this.sound = sound;
    this.begins = begins;
  }

  /** `written`: length of the call's text until now. */
  say(pcm: string, written: number): void {
    this.isOpen = true;
    this.sound?.send({ at: this.begins + written, pcm });
  }

  end(written: number): void {
    if (this.isOpen) this.sound?.send({ at: this.begins + written, pcm: "", is_end: true });
    this.isOpen = false;
  }
}
