/**
 * Operations on single items, for people and tools. Every change keeps the search index in step with the
 * store.
 */
import { definedOf } from "../domain/defined.ts";
import type { Trust } from "../domain/trust.ts";
import type { forgetAlias, forgetState } from "./forget/forget.ts";
import type { Core } from "./ports/core.ts";
import type { ForgottenStore } from "./ports/forgotten.ts";
import type { ChunkStore } from "./ports/index-port.ts";
import type { Alias, Commitment, Episode, Fact, Memory, Relation, Scope, Wish } from "./ports/model.ts";
import type { Names } from "./ports/names.ts";
import type {
  AliasStore,
  CommitmentChange,
  CommitmentStore,
  EdgeStore,
  EpisodeStore,
  FactStore,
  MemoryChange,
  MemoryStore,
  PageRequest,
  RelationFilter,
  StateEntry,
  StateStore,
} from "./ports/stores.ts";
import type { WishStore } from "./ports/wishes.ts";
import { FACT_SOURCE, reindexFact } from "./write/facts.ts";
import { entityNode } from "./write/graph.ts";
import { endRelation, type NewRelation, type RelationOutcome, relate } from "./write/relations.ts";
import { indexMemory } from "./write/remember.ts";
import { confirmAlias, confirmState, setEpisodeTrust, setFactTrust } from "./write/set-trust.ts";

interface FactEdit {
  value?: string;
  confidence?: number;
  sticky?: boolean;
  /** No longer believed, but kept as history. */
  retired?: true;
  /** The person's verdict. */
  trust?: Trust;
}

type RelationQuery = Omit<RelationFilter, "nodes"> & { about?: string };

interface RelationEdit {
  /** Whether it no longer holds; false: it holds again. */
  ended?: boolean;
  /** The person's verdict. */
  trust?: Trust;
}

/** An edit returns the updated item, or undefined when this owner has no item with that id. */
export interface MemoryItems {
  memories: Pick<MemoryStore, "list" | "get" | "touch"> & {
    edit(owner: string, id: string, change: MemoryChange): Promise<Memory | undefined>;
  };
  facts: Pick<FactStore, "list" | "get"> & {
    edit(owner: string, id: string, change: FactEdit): Promise<Fact | undefined>;
  };
  episodes: Pick<EpisodeStore, "list" | "get"> & {
    edit(owner: string, id: string, change: { trust: Trust }): Promise<Episode | undefined>;
  };
  commitments: Pick<CommitmentStore, "list" | "get"> & {
    edit(owner: string, id: string, change: CommitmentChange): Promise<Commitment | undefined>;
  };
  wishes: Pick<WishStore, "list" | "get"> & {
    edit(owner: string, id: string, change: { ended: boolean }): Promise<Wish | undefined>;
  };
  relations: Pick<EdgeStore, "get"> & {
    /** Relations of one person or thing, under each of its names, or all. */
    list(owner: string, filter: RelationQuery, page: PageRequest): Promise<Relation[]>;
    write(entry: NewRelation): Promise<RelationOutcome>;
    edit(owner: string, id: string, change: RelationEdit): Promise<Relation | undefined>;
    /** Undefined when none with these words holds. */
    end(entry: NewRelation): Promise<Relation | undefined>;
  };
  states: Pick<StateStore, "all"> & {
    set(owner: string, entry: Omit<StateEntry, "updated_at">): Promise<void>;
    /** The waiting untrusted value replaces the trusted one. False when none waits. */
    trust(owner: string, entry: { scope: Scope; key: string }): Promise<boolean>;
    remove(owner: string, entry: StateRemoval): Promise<boolean>;
  };
  names: Pick<Names, "mainName"> &
    Pick<AliasStore, "list"> & {
      add(owner: string, alias: Alias): Promise<void>;
      trust(owner: string, alias: string): Promise<boolean>;
      remove(owner: string, entry: AliasRemoval): Promise<boolean>;
    };
  /** Tombstones: items that their person, and nobody else, can still restore. */
  forgotten: {
    list: ForgottenStore["list"];
    restore(owner: string, ids: readonly string[]): Promise<number>;
    drop: ForgottenStore["drop"];
  };
  /** Read access to the index. */
  passages: Pick<ChunkStore, "scopes" | "sources" | "byKeys" | "read" | "search">;
}

type StateRemoval = Parameters<typeof forgetState>[2];
type AliasRemoval = Parameters<typeof forgetAlias>[2];

/** Loaded by the first removal: most isolates forget nothing. */
const forgetting = () => import("./forget/forget.ts");

export function memoryItems(core: Core): MemoryItems {
  const { memories, facts, episodes, commitments, wishes, edges, states, aliases, chunks, forgotten } =
    core.storage;
  return {
    memories: {
      list: (owner, filter, page) => memories.list(owner, filter, page),
      get: (owner, ids) => memories.get(owner, ids),
      touch: (owner, ids, now) => memories.touch(owner, ids, now),
      edit: (owner, id, change) => editMemory(core, owner, { id, change }),
    },
    facts: {
      list: (owner, filter, page) => facts.list(owner, filter, page),
      get: (owner, ids) => facts.get(owner, ids),
      edit: (owner, id, change) => editFact(core, owner, { id, change }),
    },
    episodes: {
      list: (owner, filter, page) => episodes.list(owner, filter, page),
      get: (owner, ids) => episodes.get(owner, ids),
      edit: (owner, id, { trust }) => setEpisodeTrust(core, owner, { id, trust }),
    },
    commitments: {
      list: (owner, filter, page) => commitments.list(owner, filter, page),
      get: (owner, ids) => commitments.get(owner, ids),
      edit: (owner, id, change) => commitments.update({ owner, id }, change, core.now()),
    },
    wishes: {
      list: (owner, filter, page) => wishes.list(owner, filter, page),
      get: (owner, ids) => wishes.get(owner, ids),
      edit: (owner, id, { ended }) => wishes.end({ owner, id }, ended ? core.now() : null, core.now()),
    },
    relations: {
      get: (owner, ids) => edges.get(owner, ids),
      list: (owner, query, page) => listRelations(core, owner, { query, page }),
      write: (entry) => relate(core, entry),
      edit: (owner, id, { ended, trust }) =>
        edges.update({ owner, id }, definedOf({ trust, ended_at: endOf(ended, core.now()) })),
      end: (entry) => endRelation(core, entry),
    },
    states: {
      all: (owner, scopes) => states.all(owner, scopes),
      set: (owner, entry) => states.set(owner, entry, core.now()),
      trust: (owner, entry) => confirmState(core, owner, entry),
      remove: async (owner, entry) => (await forgetting()).forgetState(core, owner, entry),
    },
    names: {
      ...core.names,
      list: (owner) => aliases.list(owner),
      add: (owner, alias) => core.names.add(owner, alias, core.now()),
      trust: (owner, alias) => confirmAlias(core, owner, alias),
      remove: async (owner, entry) => (await forgetting()).forgetAlias(core, owner, entry),
    },
    forgotten: {
      list: (owner, page) => forgotten.list(owner, page),
      async restore(owner, ids) {
        const { restore } = await import("./forget/restore.ts");
        return restore(core, owner, ids);
      },

      drop: (owner, ids) => forgotten.drop(owner, ids),
    },
    passages: chunks,
  };
}

interface Edit<C> {
  id: string;
  change: C;
}

function endOf(ended: boolean | undefined, now: number): number | null | undefined {
  if (ended === undefined) return undefined;
  return ended ? now : null;
}

async function listRelations(
  core: Core,
  owner: string,
  { query: { about, ...filter }, page }: { query: RelationQuery; page: PageRequest },
): Promise<Relation[]> {
  const nodes = about === undefined ? undefined : (await core.names.allKeys(owner, about)).map(entityNode);
  return core.storage.edges.list(owner, { ...filter, ...(nodes && { nodes }) }, page);
}

async function editMemory(core: Core, owner: string, { id, change }: Edit<MemoryChange>) {
  const memory = await core.storage.memories.update({ owner, id }, change, core.now());
  if (memory !== undefined) await indexMemory(core, memory);
  return memory;
}

async function editFact(core: Core, owner: string, { id, change }: Edit<FactEdit>) {
  const { facts, chunks } = core.storage;
  const { retired, trust, ...rest } = change;
  if (trust !== undefined) await setFactTrust(core, owner, { id, trust });
  if (retired) {
    await facts.retire(owner, id, core.now());
    await chunks.remove(owner, FACT_SOURCE, [id]);
  }
  const fact = await facts.update({ owner, id }, rest, core.now());
  if (fact !== undefined && fact.retired_at === undefined) await reindexFact(core, fact);
  return fact;
}
