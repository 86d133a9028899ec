/** Recordings of what people say in calls: kept for a day, for whoever has chosen it. */

export const KEPT_MS = 24 * 60 * 60 * 1_000;

/** Id of a recording. */
export const RECORDING_ID = /^[0-9a-f]{64}$/;

/** Part of a recording; absent: all of it. */
export type SoundRange = { offset: number; length?: number } | { suffix: number };

export interface KeptRecording {
  media_type: string;
  /** Bytes of the whole recording. */
  size: number;
  etag: string;
  body: ReadableStream;
  /** Part that the body has, when a range was asked for. */
  range?: { offset: number; length: number };
}

/** Recordings by their person and id. Each method rejects when the bucket does. */
export interface RecordingStore {
  put(owner: string, id: string, sound: { media_type: string; bytes: Uint8Array }): Promise<void>;
  /** Undefined: there is none, or its day is over. A range of which it has no byte is answered by all of it. */
  get(owner: string, id: string, range?: SoundRange): Promise<KeptRecording | undefined>;
  /** Removes it, if it is there. */
  remove(owner: string, id: string): Promise<void>;
  removeAll(owner: string): Promise<void>;
  /** Ids of those that are kept. */
  list(owner: string): Promise<string[]>;
}
