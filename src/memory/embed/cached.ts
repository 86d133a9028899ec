/** An embedder with a cache: each text is paid for once. */

import type { Embedder, EmbeddingCache } from "../ports/vector-ports.ts";
import { hashText } from "../text/hash.ts";

export function cachedEmbedder(embedder: Embedder, cache: EmbeddingCache, now: () => number): Embedder {
  const { model } = embedder;
  return {
    model,
    async embed(texts, signal) {
      const hashes = texts.map((text) => hashText(`${text.length}:${text}`));
      const known = await cache.get(model, hashes);
      const missing = [...new Map(texts.map((text, at) => [hashes[at] ?? "", text]))].filter(
        ([hash]) => !known.has(hash),
      );
      if (missing.length > 0) {
        const made = await embedder.embed(
          missing.map(([, text]) => text),
          signal,
        );
        const fresh = new Map(missing.map(([hash], at) => [hash, made[at]] as const).flatMap(kept));
        await cache.put(model, fresh, now());
        for (const [hash, vector] of fresh) known.set(hash, vector);
      }
      return hashes
        .map((hash) => known.get(hash))
        .flatMap((vector) => (vector === undefined ? [] : [vector]));
    },
  };
}

function kept([hash, vector]: readonly [string, Float32Array | undefined]): [string, Float32Array][] {
  return vector === undefined ? [] : [[hash, vector]];
}
