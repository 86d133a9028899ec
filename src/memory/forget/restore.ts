/**
 * Restores forgotten items for their person: the rows as they were, and their entries in the search index.
 */
import type { Core } from "../ports/core.ts";
import type { RestoredItem } from "../ports/forgotten.ts";
import type { ChunkDraft } from "../ports/model.ts";
import { episodeDraft } from "../write/episodes.ts";
import { factDraft } from "../write/facts.ts";
import { memoryDraft } from "../write/remember.ts";

/** Returns how many were restored. Ids that are no tombstones of this owner are skipped. */
export async function restore(core: Core, owner: string, ids: readonly string[]): Promise<number> {
  const back = await core.storage.forgotten.unearth(owner, ids);
  const drafts = await draftsOf(core, owner, back);
  if (drafts.length > 0) await core.storage.chunks.put(drafts, core.now());
  core.names.onChange(owner);
  return back.length;
}

async function draftsOf(core: Core, owner: string, back: readonly RestoredItem[]): Promise<ChunkDraft[]> {
  const { memories, facts, episodes } = core.storage;
  const named = (kind: RestoredItem["kind"]) =>
    back.flatMap((each) => (each.kind === kind ? [each.item] : []));
  const [notes, believed, stretches] = await Promise.all([
    memories.get(owner, named("memory")),
    facts.get(owner, named("fact")),
    episodes.get(owner, named("episode")),
  ]);
  return [
    ...notes.filter(({ faded_at }) => faded_at === undefined).map(memoryDraft),
    ...believed.filter(({ retired_at }) => retired_at === undefined).map(factDraft),
    ...stretches.map(episodeDraft),
    ...back.flatMap(({ passage }) => passage ?? []),
  ];
}
