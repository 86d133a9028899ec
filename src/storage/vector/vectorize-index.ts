/**
 * Vectors in Vectorize: one namespace per owner, with the source as metadata to filter by. A vector is found
 * some seconds after it was put. An index holds vectors of one size, hence of one model: another model needs
 * another index.
 */
import type { Reach } from "../../memory/ports/index-port.ts";
import type { StoredVector, VectorHit, VectorIndex } from "../../memory/ports/vector-ports.ts";
import { hashText } from "../../memory/text/hash.ts";

const AT_ONCE = 500;
/** Without values and metadata Vectorize returns up to this many. */
const MOST = 100;

/** Vectorize cannot be asked which vectors it lacks, so D1 records those that were put. */
export interface VectorNotes {
  put(space: string, vectors: readonly StoredVector[]): Promise<void>;
}

export class VectorizeVectorIndex implements VectorIndex {
  private readonly index: Pick<Vectorize, "upsert" | "deleteByIds" | "query">;
  private readonly notes: VectorNotes;

  constructor(index: Pick<Vectorize, "upsert" | "deleteByIds" | "query">, notes: VectorNotes) {
    this.index = index;
    this.notes = notes;
  }

  space(model: string): string {
    return `vectorize ${model}`;
  }

  async put(model: string, vectors: readonly StoredVector[]): Promise<void> {
    const entries = vectors.map(({ chunk_id, owner, source, vector }) => ({
      id: String(chunk_id),
      values: vector,
      namespace: namespaceOf(owner, model),
      metadata: { source: sourceTag(source) },
    }));
    for (let start = 0; start < entries.length; start += AT_ONCE) {
      await this.index.upsert(entries.slice(start, start + AT_ONCE));
    }
    await this.notes.put(this.space(model), vectors);
  }

  async remove(chunkIds: readonly number[]): Promise<void> {
    for (let start = 0; start < chunkIds.length; start += AT_ONCE) {
      await this.index.deleteByIds(chunkIds.slice(start, start + AT_ONCE).map(String));
    }
  }

  search(among: { model: string; reach: Reach }, query: Float32Array, limit: number): Promise<VectorHit[]> {
    return search(this.index, { ...among, limit }, query);
  }
}

async function search(
  index: Pick<Vectorize, "query">,
  { model, reach, limit }: { model: string; reach: Reach; limit: number },
  query: Float32Array,
): Promise<VectorHit[]> {
  const { matches } = await index.query(query, {
    topK: Math.min(limit, MOST),
    namespace: namespaceOf(reach.owner, model),
    returnValues: false,
    returnMetadata: "none",
    ...(reach.source === undefined ? {} : { filter: { source: sourceTag(reach.source) } }),
  });
  return matches.map((match) => ({ chunk_id: Number(match.id), score: match.score }));
}

/** At most 64 bytes, whatever an owner or a model is called. */
function namespaceOf(owner: string, model: string): string {
  return `${hashText(owner)}${hashText(`${owner}\u0000${model}`)}`;
}

/** Only the first 64 bytes of metadata are indexed, and paths may be longer. */
function sourceTag(source: string): string {
  return hashText(source);
}
