/**
 * Cache of standing memory, which is read for every turn and changes seldom. A write in this process is seen
 * at once; one in another process within half a minute.
 */
import { override } from "../../domain/override.ts";
import { BoundedMap } from "../../platform/bounded-map.ts";
import { SwrCache } from "../../platform/swr-cache.ts";
import type { ForgottenStore } from "../ports/forgotten.ts";
import type { Scope } from "../ports/model.ts";
import type { FactStore, MemoryStore, Standing, StandingStore, StateStore } from "../ports/stores.ts";
import type { WishStore } from "../ports/wishes.ts";

const MOST_OWNERS = 1_000;
/** Scopes of one owner: each conversation among several people has a scope of its own. */
const MOST_SCOPES = 200;

interface Stores {
  memories: MemoryStore;
  facts: FactStore;
  states: StateStore;
  wishes: WishStore;
  standing: StandingStore;
  forgotten: ForgottenStore;
}

/** Returns the stores with a cached `standing`. */
export function keepStanding<S extends Stores>(stores: S, now: () => number): S {
  const { memories, facts, states, wishes, forgotten } = stores;
  const standing = new OwnerCache(stores.standing, now);
  return {
    ...stores,
    standing: {
      of: (owner, scopes) => standing.get(owner, scopes),
      known: (owner, scopes) => standing.known(owner, scopes),
    },
    memories: override(memories, {
      put: (memory) => standing.after(memory.owner, memories.put(memory)),
      update: (item, change, at) => standing.after(item.owner, memories.update(item, change, at)),
    }),
    facts: override(facts, {
      write: (fact, ended, at) => standing.after(fact.owner, facts.write(fact, ended, at)),
      update: (item, change, at) => standing.after(item.owner, facts.update(item, change, at)),
      supersede: (fact, ended, at) => standing.after(fact.owner, facts.supersede(fact, ended, at)),
      retire: (owner, id, at) => standing.after(owner, facts.retire(owner, id, at)),
    }),
    states: override(states, {
      set: (owner, entry, at) => standing.after(owner, states.set(owner, entry, at)),
    }),
    wishes: override(wishes, {
      put: (owner, added, ended) => standing.after(owner, wishes.put(owner, added, ended)),
      end: (item, ended_at, at) => standing.after(item.owner, wishes.end(item, ended_at, at)),
    }),
    forgotten: override(forgotten, {
      bury: (burial, at) => standing.after(burial.owner, forgotten.bury(burial, at)),
      unearth: (owner, ids) => standing.after(owner, forgotten.unearth(owner, ids)),
    }),
  };
}

/** Cache by owner: a write is seen in all scopes of its owner, and leaves the other owners' alone. */
class OwnerCache {
  private readonly store: StandingStore;
  private readonly now: () => number;
  private readonly owners = new BoundedMap<SwrCache<Standing, readonly Scope[]>>({ most: MOST_OWNERS });

  constructor(store: StandingStore, now: () => number) {
    this.store = store;
    this.now = now;
  }

  async get(owner: string, scopes: readonly Scope[]): Promise<Standing> {
    const own = this.owners.get(owner) ?? this.begin(owner);
    return own.get(scopes);
  }

  known(owner: string, scopes: readonly Scope[]): Standing | undefined {
    return this.owners.get(owner)?.known(scopes);
  }

  private begin(owner: string): SwrCache<Standing, readonly Scope[]> {
    const own = new SwrCache({
      read: (scopes: readonly Scope[]) => this.store.of(owner, scopes),
      now: this.now,
      fresh_ms: 5_000,
      stale_ms: 30_000,
      on_failure: "reject",
      most: MOST_SCOPES,
    });
    this.owners.set(owner, own);
    return own;
  }

  /** Invalidates before and after the write: a read in between may have seen either state. */
  async after<R>(owner: string, write: Promise<R>): Promise<R> {
    this.owners.get(owner)?.forgetAll();
    try {
      return await write;
    } finally {
      this.owners.get(owner)?.forgetAll();
    }
  }
}
