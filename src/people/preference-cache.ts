/** Cache of preferences for turns, so that the first token does not wait for D1. */
import { SwrCache } from "../platform/swr-cache.ts";
import { NO_PREFERENCES, type Preferences } from "./preferences.ts";

/** The store of preferences; may reject. */
export interface PreferenceSource {
  get(person: string): Promise<Preferences>;
}

export class PreferenceCache {
  private readonly cached: SwrCache<Preferences>;

  constructor(store: PreferenceSource, now: () => number) {
    this.cached = new SwrCache({ read: (person) => store.get(person), now });
  }

  /** Never rejects: while D1 does not answer, it returns the cached value, or no preferences. */
  get(person: string): Preferences | Promise<Preferences> {
    const found = this.cached.get(person);
    // The turn goes on without preferences; the next one asks again.
    return found instanceof Promise ? found.catch(() => NO_PREFERENCES) : found;
  }

  /** Stores preferences that were changed here. */
  put(person: string, preferences: Preferences): void {
    this.cached.put(person, preferences);
  }
}
