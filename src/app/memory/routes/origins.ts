/** Sources of found notes, facts and episodes: the index holds their words alone. */
import type { LongTermMemory } from "../../../memory/create-memory.ts";
import type { Provenance } from "../../../memory/ports/model.ts";
import type { SearchHit } from "../../../memory/search/hit.ts";

export interface FoundOrigin {
  conversation_id: string | null;
  message_id: string | null;
  /** Text of a note, as it was written. */
  content?: string;
  tags?: string[];
}

/** Keyed by the item's id. */
export async function originsOf(
  memory: LongTermMemory,
  owner: string,
  hits: readonly SearchHit[],
): Promise<ReadonlyMap<string, FoundOrigin>> {
  const read = <T>(
    kind: string,
    store: { get(owner: string, ids: string[]): Promise<T[]> },
  ): Promise<T[]> => {
    const ids = hits.filter(({ passage }) => passage.kind === kind).map(({ passage }) => passage.key);
    return ids.length === 0 ? Promise.resolve([]) : store.get(owner, ids);
  };
  const [memories, facts, episodes] = await Promise.all([
    read("memory", memory.memories),
    read("fact", memory.facts),
    read("episode", memory.episodes),
  ]);
  return new Map<string, FoundOrigin>([
    ...memories.map(
      (each) => [each.id, { ...placeOf(each), content: each.content, tags: each.tags }] as const,
    ),
    ...[...facts, ...episodes].map((each) => [each.id, placeOf(each)] as const),
  ]);
}

function placeOf({ conversation_id, message_id }: Provenance): FoundOrigin {
  return { conversation_id: conversation_id ?? null, message_id: message_id ?? null };
}
