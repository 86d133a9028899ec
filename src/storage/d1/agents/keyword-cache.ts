/** Cache of all agents' keywords for the front door: rebuilt when stale, not for each message. */
import { SwrCache } from "../../../platform/swr-cache.ts";
import { Keywords } from "../../../routing/keywords.ts";
import type { AgentStore } from "./agents.ts";

const ALL = "all";

export interface KeywordCacheDeps {
  store: Pick<AgentStore, "list">;
  now(): number;
  /** Number of edits to agents in this isolate: an edit invalidates the cache. */
  edits(): number;
}

export class KeywordCache {
  private readonly deps: KeywordCacheDeps;
  /**
   * Holds values only: a promise that one Durable Object awaits never settles for the others once that object
   * is reset.
   */
  private readonly kept: SwrCache<Keywords>;
  private edits = 0;

  constructor(deps: KeywordCacheDeps) {
    this.deps = deps;
    this.kept = new SwrCache({
      read: async () => new Keywords(await deps.store.list()),
      now: deps.now,
      most: 1,
    });
  }

  /** Stale-while-revalidate. With nothing cached, each caller reads for itself. Rejects when D1 does. */
  get(): Keywords | Promise<Keywords> {
    const edits = this.deps.edits();
    if (edits !== this.edits) this.kept.forgetAll();
    this.edits = edits;
    return this.kept.get(ALL);
  }
}
