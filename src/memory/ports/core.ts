/** Dependencies shared by all operations of memory. */
import type { Ids } from "../../domain/ids.ts";
import type { ForgottenStore } from "./forgotten.ts";
import type { ChunkStore } from "./index-port.ts";
import type { Names } from "./names.ts";
import type {
  AliasStore,
  CommitmentStore,
  EdgeStore,
  EpisodeStore,
  FactStore,
  LearntFrom,
  MemoryStore,
  ProgressStore,
  StandingStore,
  StateStore,
} from "./stores.ts";
import type { UnembeddedStore } from "./vector-ports.ts";
import type { WishStore } from "./wishes.ts";

export interface MemoryStorage {
  chunks: ChunkStore;
  memories: MemoryStore;
  states: StateStore;
  facts: FactStore;
  standing: StandingStore;
  episodes: EpisodeStore;
  commitments: CommitmentStore;
  wishes: WishStore;
  aliases: AliasStore;
  edges: EdgeStore;
  learntFrom: LearntFrom;
  forgotten: ForgottenStore;
  progress: ProgressStore;
  unembedded: UnembeddedStore;
}

export interface Core {
  storage: MemoryStorage;
  names: Names;
  ids: Ids;
  /** ms since the epoch. */
  now(): number;
}
