/** The owner's memory and files as places of a run: passages that were found can be read, and nothing else. */
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { Place, ReadResult, SearchResult } from "../../../research/ports.ts";

const MOST = 8;

export class OwnPassages {
  private readonly memory: LongTermMemory;
  private readonly owner: string;
  private readonly found = new Map<string, ReadResult>();

  constructor(memory: LongTermMemory, owner: string) {
    this.memory = memory;
    this.owner = owner;
  }

  async search(query: string, place: Place, signal: AbortSignal): Promise<SearchResult> {
    const kinds = place === "files" ? (["file"] as const) : (["turn", "memory", "fact"] as const);
    const hits = await this.memory.search({
      owner: this.owner,
      scopes: "all",
      query,
      limit: MOST,
      kinds,
      signal,
    });
    signal.throwIfAborted();
    return {
      ok: true,
      hits: hits.map(({ passage }) => {
        const address = `${place}:${passage.source}/${passage.id}`;
        const title = passage.kind === "file" ? passage.source : passage.speaker || place;
        const { text, trust } = passage;
        this.found.set(address, { ok: true, page: { address, title, text, trust } });
        return { title, address, snippet: text.slice(0, 200) };
      }),
    };
  }

  /** Undefined: no such passage was found in this life of the run. */
  read(address: string): ReadResult | undefined {
    return this.found.get(address);
  }
}
