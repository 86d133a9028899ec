/**
 * What is always before an agent's eyes is read for every turn and changes seldom, so it is kept for a moment. A write
 * in this process is seen at once; one in another process within those seconds.
 */
import type { MemoryStore, StateStore } from "./ports.ts";

const KEPT_MS = 5_000;
const MOST_KEPT = 1_000;

interface Stores {
  memories: MemoryStore;
  states: StateStore;
}

/** The same stores, with `sticky` and `states.list` answered from memory. */
export function keepStanding<S extends Stores>(stores: S, now: () => number): S {
  const { memories, states } = stores;
  const sticky = new OwnerCache(memories.sticky, now);
  const listed = new OwnerCache(states.list, now);
  return {
    ...stores,
    memories: {
      ...memories,
      sticky: (owner, scopes) => sticky.get(owner, scopes),
      put: (memory) => sticky.after(memory.owner, memories.put(memory)),
      update: (owner, id, change, at) => sticky.after(owner, memories.update(owner, id, change, at)),
      remove: (owner, ids) => sticky.after(owner, memories.remove(owner, ids)),
    },
    states: {
      ...states,
      list: (owner, scopes) => listed.get(owner, scopes),
      set: (owner, scope, key, value, at) => listed.after(owner, states.set(owner, scope, key, value, at)),
      remove: (owner, scope, key) => listed.after(owner, states.remove(owner, scope, key)),
    },
  };
}

class OwnerCache<V> {
  private readonly read: (owner: string, scopes: readonly string[]) => Promise<V>;
  private readonly now: () => number;
  private readonly kept = new Map<string, Map<string, { value: Promise<V>; at: number }>>();

  constructor(read: (owner: string, scopes: never) => Promise<V>, now: () => number) {
    this.read = read as (owner: string, scopes: readonly string[]) => Promise<V>;
    this.now = now;
  }

  get(owner: string, scopes: readonly string[]): Promise<V> {
    const own = this.kept.get(owner) ?? new Map();
    const key = scopes.join("\n");
    const known = own.get(key);
    if (known && this.now() - known.at < KEPT_MS) return known.value;
    const value = this.read(owner, scopes);
    value.catch(() => own.delete(key));
    own.set(key, { value, at: this.now() });
    if (this.kept.size >= MOST_KEPT) this.kept.clear();
    this.kept.set(owner, own);
    return value;
  }

  /** Forgets before and after: a read during the write may have seen either state. */
  async after<R>(owner: string, write: Promise<R>): Promise<R> {
    this.kept.delete(owner);
    try {
      return await write;
    } finally {
      this.kept.delete(owner);
    }
  }
}
