/** Texts of sources in R2, once for each owner; beside each an empty object for every conversation that uses it. */
import type { SourceTexts } from "../../agent/ports/sources.ts";
import type { ConversationId } from "../../domain/ids.ts";
import { sha256Hex } from "../../platform/digest.ts";
import { keys } from "./keys.ts";

const TEXT = "text";

export class R2SourceTexts implements SourceTexts {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async put(owner: string, conversation: ConversationId, text: string): Promise<string> {
    const hash = await sha256Hex(text);
    // The mark of its use first: whoever drops the last other use between both leaves the text.
    await this.bucket.put(useOf(owner, hash, conversation), "");
    await this.bucket.put(textOf(owner, hash), text, {
      httpMetadata: { contentType: "text/plain; charset=utf-8" },
    });
    return hash;
  }

  async share(owner: string, conversation: ConversationId, hashes: readonly string[]): Promise<void> {
    await Promise.all(hashes.map((hash) => this.bucket.put(useOf(owner, hash, conversation), "")));
  }

  async get(owner: string, hash: string): Promise<string | undefined> {
    return (await this.bucket.get(textOf(owner, hash)))?.text();
  }

  async drop(owner: string, conversation: ConversationId, hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return;
    await this.bucket.delete(hashes.map((hash) => useOf(owner, hash, conversation)));
    for (const hash of hashes) {
      const { objects } = await this.bucket.list({ prefix: `${keys.source(owner, hash)}uses/`, limit: 1 });
      if (objects.length === 0) await this.bucket.delete(textOf(owner, hash));
    }
  }
}

function textOf(owner: string, hash: string): string {
  return `${keys.source(owner, hash)}${TEXT}`;
}

function useOf(owner: string, hash: string, conversation: ConversationId): string {
  return `${keys.source(owner, hash)}uses/${conversation}`;
}
