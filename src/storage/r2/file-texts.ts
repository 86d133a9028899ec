/** Recognized texts of files, beside them in R2. A claim is an empty object that is marked as one. */
import type { FileTexts } from "../../ocr/read-scan.ts";
import { keys } from "./keys.ts";

interface Deps {
  bucket: R2Bucket;
  /** ms since the epoch. */
  now(): number;
}

/** The reader of an older claim is taken for dead. */
const CLAIMED_FOR_MS = 6 * 60_000;
const READING = "reading";

export class R2FileTexts implements FileTexts {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async get(owner: string, id: string): Promise<string | undefined> {
    const object = await this.deps.bucket.get(keys.fileText(owner, id));
    if (!object || isClaim(object)) return undefined;
    return object.text();
  }

  async claim(owner: string, id: string): Promise<boolean> {
    const key = keys.fileText(owner, id);
    const held = await this.deps.bucket.head(key);
    if (held && (!isClaim(held) || held.uploaded.getTime() > this.deps.now() - CLAIMED_FOR_MS)) return false;
    // R2 lets one of two claims at once write.
    const onlyIf = held ? { etagMatches: held.etag } : { etagDoesNotMatch: "*" };
    const mark = `${READING} ${this.deps.now()}`;
    return (await this.deps.bucket.put(key, mark, { onlyIf, customMetadata: { state: READING } })) !== null;
  }

  async put(owner: string, id: string, text: string): Promise<void> {
    await this.deps.bucket.put(keys.fileText(owner, id), text, {
      httpMetadata: { contentType: "text/markdown; charset=utf-8" },
    });
  }

  async remove(owner: string, id: string): Promise<void> {
    await this.deps.bucket.delete(keys.fileText(owner, id));
  }
}

function isClaim({ customMetadata }: R2Object): boolean {
  return customMetadata?.["state"] === READING;
}
