/** Port for playing samples: one chunk after the other, without a gap. */
import type { Samples } from "./sound.ts";

export interface PlayedSamples {
  /** ms until it sounds. */
  waits_ms: number;
  seconds: number;
  /** Ends it. Returns the seconds that were heard. */
  stop(): number;
}

export interface SamplePlayer {
  play(samples: Samples, ended: () => void): PlayedSamples;
  /** Null: the bytes are no sound that the browser knows. */
  decode(file: ArrayBuffer): Promise<Samples | null>;
  /** Whether the browser wants a press before it plays. */
  readonly isSilenced: boolean;
  resume(): Promise<void>;
  spectrum(): readonly number[];
  close(): void;
}
