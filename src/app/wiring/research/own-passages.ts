/** The owner's memory and files as places of a run. A search gives its passages whole: nothing else of theirs can be read. */
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { Passage } from "../../../memory/ports/model.ts";
import type { Hit, Place, SearchResult } from "../../../research/ports.ts";

const MOST = 8;

interface OwnSearch {
  owner: string;
  query: string;
  place: Place;
  signal: AbortSignal;
}

export async function searchOwn(
  memory: LongTermMemory,
  { owner, query, place, signal }: OwnSearch,
): Promise<SearchResult> {
  const kinds = place === "files" ? (["file"] as const) : (["turn", "memory", "fact"] as const);
  const hits = await memory.search({ owner, scopes: "all", query, limit: MOST, kinds, signal });
  signal.throwIfAborted();
  return { ok: true, hits: hits.map(({ passage }) => hitOf(passage, place)) };
}

function hitOf({ id, kind, source, speaker, text, trust }: Passage, place: Place): Hit {
  const address = `${place}:${source}/${id}`;
  const title = kind === "file" ? source : speaker || place;
  return { title, address, snippet: text.slice(0, 200), page: { address, title, text, trust } };
}
