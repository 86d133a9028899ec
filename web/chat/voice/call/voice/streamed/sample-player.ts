/** Port for the sound of a model that speaks: samples of one channel, 24 kHz, one chunk after the other without a gap. */

export interface PlayedSamples {
  /** ms until it sounds. */
  waits_ms: number;
  seconds: number;
  /** Ends it. Returns the seconds that were heard. */
  stop(): number;
}

export interface SamplePlayer {
  play(samples: Float32Array<ArrayBuffer>, ended: () => void): PlayedSamples;
  /** Whether the browser wants a press before it plays. */
  readonly isSilenced: boolean;
  resume(): Promise<void>;
  spectrum(): readonly number[];
  close(): void;
}
