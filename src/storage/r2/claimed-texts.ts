/** Texts in R2 that one of several makes: recognized ones beside their files, and transcripts. A claim is an object that is marked as one. */
import type { FileTexts } from "../../ocr/read-scan.ts";
import type { TranscriptStore } from "../../voice/transcribed-once.ts";

interface Deps {
  bucket: R2Bucket;
  /** ms since the epoch. */
  now(): number;
  keyOf(owner: string, id: string): string;
}

/** The reader of an older claim is taken for dead. */
const CLAIMED_FOR_MS = 6 * 60_000;
const READING = "reading";

export class R2ClaimedTexts implements FileTexts, TranscriptStore {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async get(owner: string, id: string): Promise<string | undefined> {
    const object = await this.deps.bucket.get(this.deps.keyOf(owner, id));
    if (!object || isClaim(object)) return undefined;
    return object.text();
  }

  async claim(owner: string, id: string): Promise<boolean> {
    const key = this.deps.keyOf(owner, id);
    const held = await this.deps.bucket.head(key);
    if (held && (!isClaim(held) || held.uploaded.getTime() > this.deps.now() - CLAIMED_FOR_MS)) return false;
    // R2 lets one of two claims at once write.
    const onlyIf = held ? { etagMatches: held.etag } : { etagDoesNotMatch: "*" };
    const mark = `${READING} ${this.deps.now()}`;
    return (await this.deps.bucket.put(key, mark, { onlyIf, customMetadata: { state: READING } })) !== null;
  }

  async put(owner: string, id: string, text: string): Promise<void> {
    await this.deps.bucket.put(this.deps.keyOf(owner, id), text, {
      httpMetadata: { contentType: "text/markdown; charset=utf-8" },
    });
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.deps.bucket.delete(this.deps.keyOf(owner, id));
  }
}

function isClaim({ customMetadata }: R2Object): boolean {
  return customMetadata?.["state"] === READING;
}
