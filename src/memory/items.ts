/** What people and tools do with single items. Whatever changes one keeps the search index in step with the store. */
import type { Core } from "./ports/core.ts";
import type { ChunkStore } from "./ports/index-port.ts";
import type { Alias, Commitment, Fact, Memory, Scope } from "./ports/model.ts";
import type { Names } from "./ports/names.ts";
import type {
  AliasStore,
  CommitmentChange,
  CommitmentStore,
  EpisodeStore,
  FactStore,
  MemoryChange,
  MemoryStore,
  StateStore,
} from "./ports/stores.ts";
import { FACT_SOURCE, reindexFact } from "./write/facts.ts";
import { indexMemory } from "./write/remember.ts";

export interface FactEdit {
  value?: string;
  confidence?: number;
  sticky?: boolean;
  /** No longer believed, but kept as history. */
  retired?: true;
}

/** An edit gives the item as it now is, or undefined where this owner has none of that id. */
export interface MemoryItems {
  memories: Pick<MemoryStore, "list" | "get" | "touch"> & {
    edit(owner: string, id: string, change: MemoryChange): Promise<Memory | undefined>;
  };
  facts: Pick<FactStore, "list" | "get"> & {
    edit(owner: string, id: string, change: FactEdit): Promise<Fact | undefined>;
  };
  episodes: Pick<EpisodeStore, "list" | "get">;
  commitments: Pick<CommitmentStore, "list" | "get"> & {
    edit(owner: string, id: string, change: CommitmentChange): Promise<Commitment | undefined>;
  };
  states: Pick<StateStore, "all" | "remove"> & {
    set(owner: string, entry: { scope: Scope; key: string; value: string }): Promise<void>;
  };
  names: Pick<Names, "mainName" | "remove"> &
    Pick<AliasStore, "list"> & { add(owner: string, alias: Alias): Promise<void> };
  /** The index itself, to be read. */
  passages: Pick<ChunkStore, "scopes" | "byKeys" | "read" | "search">;
}

export function memoryItems(core: Core): MemoryItems {
  const { memories, facts, episodes, commitments, states, aliases, chunks } = core.storage;
  return {
    memories: {
      ...memories,
      edit: (owner, id, change) => editMemory(core, owner, { id, change }),
    },
    facts: { ...facts, edit: (owner, id, change) => editFact(core, owner, { id, change }) },
    episodes,
    commitments: {
      ...commitments,
      edit: (owner, id, change) => commitments.update({ owner, id }, change, core.now()),
    },
    states: {
      ...states,
      set: (owner, entry) => states.set(owner, entry, core.now()),
    },
    names: {
      ...core.names,
      list: aliases.list,
      add: (owner, alias) => core.names.add(owner, alias, core.now()),
    },
    passages: chunks,
  };
}

interface Edit<C> {
  id: string;
  change: C;
}

async function editMemory(core: Core, owner: string, { id, change }: Edit<MemoryChange>) {
  const memory = await core.storage.memories.update({ owner, id }, change, core.now());
  if (memory !== undefined) await indexMemory(core, memory);
  return memory;
}

async function editFact(core: Core, owner: string, { id, change }: Edit<FactEdit>) {
  const { facts, chunks } = core.storage;
  const { retired, ...rest } = change;
  if (retired) {
    await facts.retire(owner, id, core.now());
    await chunks.remove(owner, FACT_SOURCE, [id]);
  }
  const fact = await facts.update({ owner, id }, rest, core.now());
  if (fact !== undefined && fact.retired_at === undefined) await reindexFact(core, fact);
  return fact;
}
