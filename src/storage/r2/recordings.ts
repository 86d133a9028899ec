/** Recordings of calls in R2. The daily sweep deletes those whose day is over; until then they are not given out. */
import { KEPT_MS, type KeptRecording, type RecordingStore, type SoundRange } from "../../voice/recordings.ts";
import { keys } from "./keys.ts";
import { keysOf, pagesOf } from "./listing.ts";

export class R2Recordings implements RecordingStore {
  private readonly bucket: R2Bucket;
  private readonly now: () => number;

  constructor(bucket: R2Bucket, now: () => number) {
    this.bucket = bucket;
    this.now = now;
  }

  async put(owner: string, id: string, sound: { media_type: string; bytes: Uint8Array }): Promise<void> {
    const httpMetadata = { contentType: sound.media_type };
    await this.bucket.put(keys.recording(owner, id), sound.bytes, { httpMetadata });
  }

  async get(owner: string, id: string, wanted?: SoundRange): Promise<KeptRecording | undefined> {
    const key = keys.recording(owner, id);
    const held = await this.bucket.head(key);
    if (!held || this.isOver(held)) return undefined;
    const range = wanted && servedOf(wanted, held.size);
    const object = await this.bucket.get(key, range && { range });
    if (!object) return undefined;
    const { size, etag, httpMetadata, body } = object;
    const media_type = httpMetadata?.contentType ?? "application/octet-stream";
    return { media_type, size, etag, body, ...(range && { range }) };
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.bucket.delete(keys.recording(owner, id));
  }

  async removeAll(owner: string): Promise<void> {
    for (let left = await this.some(owner); left.length > 0; left = await this.some(owner))
      await this.bucket.delete(left);
  }

  async list(owner: string): Promise<string[]> {
    const ids: string[] = [];
    for await (const page of pagesOf(this.bucket, keys.recording(owner)))
      for (const object of page)
        if (!this.isOver(object)) ids.push(object.key.slice(keys.recording(owner).length));
    return ids;
  }

  private async some(owner: string): Promise<string[]> {
    return (await keysOf(this.bucket, keys.recording(owner))).slice(0, MOST_AT_ONCE);
  }

  private isOver({ uploaded }: R2Object): boolean {
    return uploaded.getTime() < this.now() - KEPT_MS;
  }
}

/** R2 deletes as many at once. */
const MOST_AT_ONCE = 1_000;

/** Undefined: the sound has no byte of it, so it is served whole. */
function servedOf(range: SoundRange, size: number): { offset: number; length: number } | undefined {
  if ("suffix" in range) {
    const length = Math.min(range.suffix, size);
    return { offset: size - length, length };
  }
  if (range.offset >= size) return undefined;
  return { offset: range.offset, length: Math.min(range.length ?? size, size - range.offset) };
}
