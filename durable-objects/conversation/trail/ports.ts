/** Ports of the trail: its bucket, for its writer, its readers and rebuilds. */
import type { Log } from "../../../src/observability/log-port.ts";

export interface TrailPaces {
  /** Delay from the last waiting event to the write. */
  trail_quiet_ms: number;
  /** Longest delay from the oldest waiting event to the write. */
  trail_longest_ms: number;
  /** Pause after a failed write; it doubles each time. */
  trail_retry_ms: number;
}

interface TrailPlace {
  day: string;
  first_seq: number;
}

/** Rejects when the bucket cannot be reached. Writing to the same place again replaces the segment. */
interface TrailSink {
  put(conversation_id: string, place: TrailPlace, text: string): Promise<void>;
}

/** Rejects when the bucket cannot be reached. */
export interface TrailSource {
  list(conversation_id: string): Promise<TrailPlace[]>;
  get(conversation_id: string, place: TrailPlace): Promise<string | undefined>;
}

export interface TrailStore extends TrailSink, TrailSource {
  removeAll(conversation_id: string): Promise<void>;
}

/** Trail of a temporary conversation: all that is written counts as written, and is not. */
export function withoutWrites(trail: TrailStore): TrailStore {
  return {
    put: async () => undefined,
    list: (id) => trail.list(id),
    get: (id, place) => trail.get(id, place),
    removeAll: (id) => trail.removeAll(id),
  };
}

export interface TrailPorts {
  now(): number;
  log: Log;
  paces: TrailPaces;
  /** The trail of every conversation. */
  trail: TrailStore;
}
