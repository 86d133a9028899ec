/** The trail in R2: one object per segment, under a prefix of its conversation. */
import { keysOf, pagesOf } from "./listing.ts";

export interface SegmentPlace {
  /** UTC, YYYY-MM-DD. */
  day: string;
  /** Seq of the segment's first event. */
  first_seq: number;
}

/** All methods reject when the bucket cannot be reached. */
export interface TrailStore {
  /** Replaces a segment at the same place. */
  put(conversation_id: string, place: SegmentPlace, text: string): Promise<void>;
  /** JSON Lines; undefined if there is no such segment. */
  get(conversation_id: string, place: SegmentPlace): Promise<string | undefined>;
  /** Oldest first. */
  list(conversation_id: string): Promise<SegmentPlace[]>;
  removeAll(conversation_id: string): Promise<void>;
}

/** As many digits as any seq has, so that keys sort like numbers. */
const DIGITS = 16;
const KEY = /\/(\d{4}-\d{2}-\d{2})\/(\d+)\.jsonl$/;

export class R2TrailStore implements TrailStore {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async put(conversation_id: string, place: SegmentPlace, text: string): Promise<void> {
    await this.bucket.put(keyOf(conversation_id, place), text, {
      httpMetadata: { contentType: "application/jsonl" },
    });
  }

  async get(conversation_id: string, place: SegmentPlace): Promise<string | undefined> {
    const object = await this.bucket.get(keyOf(conversation_id, place));
    return object?.text();
  }

  async list(conversation_id: string): Promise<SegmentPlace[]> {
    const places: SegmentPlace[] = [];
    for (const key of await keysOf(this.bucket, prefixOf(conversation_id))) places.push(...placeOf(key));
    return places.sort((a, b) => a.first_seq - b.first_seq);
  }

  async removeAll(conversation_id: string): Promise<void> {
    for await (const page of pagesOf(this.bucket, prefixOf(conversation_id))) {
      await this.bucket.delete(page.map(({ key }) => key));
    }
  }
}

function prefixOf(conversation_id: string): string {
  return `trail/${conversation_id}/`;
}

function keyOf(conversation_id: string, { day, first_seq }: SegmentPlace): string {
  return `${prefixOf(conversation_id)}${day}/${String(first_seq).padStart(DIGITS, "0")}.jsonl`;
}

function placeOf(key: string): SegmentPlace[] {
  const [, day, seq] = KEY.exec(key) ?? [];
  return day && seq ? [{ day, first_seq: Number(seq) }] : [];
}
