/** Sound of a piece of text, which may still be coming. */
import type { Piece } from "../../types.ts";

/** One channel, `SAMPLE_RATE` a second, from -1 to 1. */
export type Samples = Float32Array<ArrayBuffer>;

export const SAMPLE_RATE = 24_000;

interface SoundListener {
  came(samples: Samples): void;
  /** Nothing more comes of it. */
  completed(): void;
}

export abstract class Sound {
  isComplete = false;
  /** The connection was lost before all of it had come. */
  isCutOff = false;
  /** Length of what has come. */
  seconds = 0;
  private readonly chunks: Samples[] = [];
  private readonly listeners = new Set<SoundListener>();

  /** Part of the text, from 0 to 1, that what has come says. */
  abstract get coverage(): number;

  get isEmpty(): boolean {
    return this.chunks.length === 0;
  }

  /** Tells what has come, and from then on what comes. Returns how to end that. */
  follow(listener: SoundListener): () => void {
    for (const samples of this.chunks) listener.came(samples);
    if (this.isComplete) listener.completed();
    else this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves once some of it is there, or none comes. */
  begun(): Promise<void> {
    return new Promise((resolve) => {
      this.follow({ came: () => resolve(), completed: () => resolve() });
    });
  }

  add(samples: Samples): void {
    this.chunks.push(samples);
    this.seconds += samples.length / SAMPLE_RATE;
    for (const { came } of [...this.listeners]) came(samples);
  }

  complete(isCutOff: boolean): void {
    this.isComplete = true;
    this.isCutOff = isCutOff;
    const listeners = [...this.listeners];
    this.listeners.clear();
    for (const { completed } of listeners) completed();
  }
}

/** A part of the call's voice that makes sound of text. */
export interface SoundSource {
  /**
   * Sound of which some has come; one that is complete and empty: there is nothing to be heard. Null: it can't say that piece. The
   * same piece may be asked for again.
   */
  soundOf(piece: Piece): Promise<Sound | null>;
  close(): void;
}
