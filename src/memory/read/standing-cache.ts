/**
 * Cache of standing memory, which is read for every turn and changes seldom. A write in this process is seen
 * at once; one in another process within half a minute.
 */
import { BoundedMap } from "../../platform/bounded-map.ts";
import { Lease } from "../../platform/shared-work.ts";
import type { ForgottenStore } from "../ports/forgotten.ts";
import type { Scope } from "../ports/model.ts";
import type { FactStore, MemoryStore, Standing, StandingStore, StateStore } from "../ports/stores.ts";

/** Older values are refreshed in the background, while turns still use them. */
const FRESH_MS = 5_000;
/** Older values are not used. */
const KEPT_MS = 30_000;
/** Number of owners. */
const MOST_KEPT = 1_000;
/** Scopes of one owner: each conversation among several people has a scope of its own. */
const MOST_SCOPES = 200;

interface Stores {
  memories: MemoryStore;
  facts: FactStore;
  states: StateStore;
  standing: StandingStore;
  forgotten: ForgottenStore;
}

/** Returns the stores with a cached `standing`. */
export function keepStanding<S extends Stores>(stores: S, now: () => number): S {
  const { memories, facts, states, forgotten } = stores;
  const standing = new OwnerCache(stores.standing, now);
  return {
    ...stores,
    standing: { of: (owner, scopes) => standing.get(owner, scopes) },
    memories: {
      ...memories,
      put: (memory) => standing.after(memory.owner, memories.put(memory)),
      update: (item, change, at) => standing.after(item.owner, memories.update(item, change, at)),
    },
    facts: {
      ...facts,
      write: (fact, ended, at) => standing.after(fact.owner, facts.write(fact, ended, at)),
      update: (item, change, at) => standing.after(item.owner, facts.update(item, change, at)),
      supersede: (fact, ended, at) => standing.after(fact.owner, facts.supersede(fact, ended, at)),
      retire: (owner, id, at) => standing.after(owner, facts.retire(owner, id, at)),
    },
    states: {
      ...states,
      set: (owner, entry, at) => standing.after(owner, states.set(owner, entry, at)),
    },
    forgotten: {
      ...forgotten,
      bury: (burial, at) => standing.after(burial.owner, forgotten.bury(burial, at)),
      unearth: (owner, ids) => standing.after(owner, forgotten.unearth(owner, ids)),
    },
  };
}

interface Kept {
  value: Standing;
  /** Time of the read. */
  at: number;
  /** Held by the caller that refreshes the value. */
  renewal: Lease;
}

/** Holds values and no promises: an object of the platform must not await a read that another one began. */
class OwnerCache {
  private readonly store: StandingStore;
  private readonly now: () => number;
  private readonly kept = new Map<string, BoundedMap<Kept>>();
  private changes = 0;

  constructor(store: StandingStore, now: () => number) {
    this.store = store;
    this.now = now;
  }

  async get(owner: string, scopes: readonly Scope[]): Promise<Standing> {
    const known = this.kept.get(owner)?.get(keyOf(scopes));
    const age = this.now() - (known?.at ?? 0);
    if (!known || age >= KEPT_MS) return this.renew(owner, scopes);
    if (age >= FRESH_MS && known.renewal.take(FRESH_MS)) {
      // If the read fails, the cached value serves until it is too old.
      this.renew(owner, scopes).catch(() => undefined);
    }
    return known.value;
  }

  private async renew(owner: string, scopes: readonly Scope[]): Promise<Standing> {
    const { changes } = this;
    const at = this.now();
    const value = await this.store.of(owner, scopes);
    // A value that was read before a write is not cached after it.
    if (changes === this.changes) {
      this.ownOf(owner).set(keyOf(scopes), { value, at, renewal: new Lease(this.now) });
    }
    return value;
  }

  private ownOf(owner: string): BoundedMap<Kept> {
    const own = this.kept.get(owner) ?? new BoundedMap<Kept>({ most: MOST_SCOPES });
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(owner, own);
    return own;
  }

  /** Invalidates before and after the write: a read in between may have seen either state. */
  async after<R>(owner: string, write: Promise<R>): Promise<R> {
    this.forget(owner);
    try {
      return await write;
    } finally {
      this.forget(owner);
    }
  }

  private forget(owner: string): void {
    this.changes += 1;
    this.kept.delete(owner);
  }
}

function keyOf(scopes: readonly string[]): string {
  return scopes.join("\n");
}
