/** Cache of all agents' keywords for the front door: rebuilt when stale, not for each message. */
import { SwrCache } from "../../../platform/swr-cache.ts";
import { Keywords } from "../../../routing/keywords.ts";
import type { AgentStore } from "./agents.ts";

export interface KeywordCacheDeps {
  store: Pick<AgentStore, "list">;
  now(): number;
  /** Number of edits to agents in this isolate: an edit invalidates the cache. */
  edits(): number;
}

export class KeywordCache {
  private readonly deps: KeywordCacheDeps;
  private readonly kept: SwrCache<Keywords, "all">;
  private edits = 0;

  constructor(deps: KeywordCacheDeps) {
    this.deps = deps;
    this.kept = new SwrCache({ read: async () => new Keywords(await deps.store.list()), now: deps.now });
  }

  /** Stale-while-revalidate. With nothing cached, each caller reads for itself. Rejects when D1 does. */
  get(): Keywords | Promise<Keywords> {
    const edits = this.deps.edits();
    if (edits !== this.edits) this.kept.forgetAll();
    this.edits = edits;
    return this.kept.get("all");
  }
}
