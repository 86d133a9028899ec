/** The bucket of the trail, as those who write it, read it and rebuild from it need it. */

export interface TrailPaces {
  /** The trail is written once it was quiet for so long, */
  trail_quiet_ms: number;
  /** or so long after the oldest event that waits. */
  trail_longest_ms: number;
  /** After a failed write; twice as long each time. */
  trail_retry_ms: number;
}

export interface TrailPlace {
  day: string;
  first_seq: number;
}

/** Rejects when the bucket is not to be reached; the same place again replaces. */
export interface TrailSink {
  put(conversation_id: string, place: TrailPlace, text: string): Promise<void>;
}

/** Rejects when the bucket is not to be reached. */
export interface TrailSource {
  list(conversation_id: string): Promise<TrailPlace[]>;
  get(conversation_id: string, place: TrailPlace): Promise<string | undefined>;
}

export interface TrailStore extends TrailSink, TrailSource {
  removeAll(conversation_id: string): Promise<void>;
}
