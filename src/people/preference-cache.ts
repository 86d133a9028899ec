/** Cache of preferences for turns, so that the first token does not wait for D1. */
import { NO_PREFERENCES, type Preferences } from "./preferences.ts";

/** ms for which a change in another isolate may go unseen here. */
const FRESH_MS = 2_000;
const STALE_MS = 60_000;
/** People whose preferences an isolate caches. */
const MOST = 1_000;

/** The store of preferences; may reject. */
export interface PreferenceSource {
  get(person: string): Promise<Preferences>;
}

interface Cached {
  preferences: Preferences;
  read_at: number;
}

export class PreferenceCache {
  private readonly store: PreferenceSource;
  private readonly now: () => number;
  private readonly cached = new Map<string, Cached>();
  /** By person: when the refresh under way began. */
  private readonly renewing = new Map<string, number>();

  constructor(store: PreferenceSource, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Never rejects: while D1 does not answer, it returns the cached value, or no preferences. */
  get(person: string): Preferences | Promise<Preferences> {
    const known = this.cached.get(person);
    const age = known ? this.now() - known.read_at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.preferences;
    // Each waiting caller reads for itself: a promise of another request may be cancelled with that request.
    if (!known || age > STALE_MS) return this.read(person);
    // A slightly stale value is returned at once and refreshed for the next turn.
    if (this.now() - (this.renewing.get(person) ?? 0) > FRESH_MS) this.renew(person);
    return known.preferences;
  }

  /** Stores preferences that were changed here. */
  put(person: string, preferences: Preferences): void {
    if (this.cached.size >= MOST) this.cached.clear();
    this.cached.set(person, { preferences, read_at: this.now() });
  }

  private renew(person: string): void {
    this.renewing.set(person, this.now());
    void this.read(person).then(() => void this.renewing.delete(person));
  }

  private async read(person: string): Promise<Preferences> {
    try {
      const preferences = await this.store.get(person);
      this.put(person, preferences);
      return preferences;
    } catch {
      // The turn goes on without preferences; the next one asks again.
      return this.cached.get(person)?.preferences ?? NO_PREFERENCES;
    }
  }
}
