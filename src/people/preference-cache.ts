/** Preferences as turns read them: from memory, so that the first token does not wait for D1. */
import { NO_PREFERENCES, type Preferences } from "./preferences.ts";

/** How long a change in another isolate may go unseen here. */
const FRESH_MS = 2_000;
const STALE_MS = 60_000;
/** People whose preferences an isolate keeps. */
const MOST = 1_000;

/** Where they are kept; may reject. */
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
  /** When the reading that is under way began. */
  private readonly renewing = new Map<string, number>();

  constructor(store: PreferenceSource, now: () => number) {
    this.store = store;
    this.now = now;
  }

  /** Never rejects: while D1 does not answer, what was known stands, or nothing is preferred. */
  get(person: string): Preferences | Promise<Preferences> {
    const known = this.cached.get(person);
    const age = known ? this.now() - known.read_at : Number.POSITIVE_INFINITY;
    if (known && age < FRESH_MS) return known.preferences;
    // Each who waits reads for itself: what another request of the isolate awaits may be cut off with it.
    if (!known || age > STALE_MS) return this.read(person);
    // A little old, it answers now and is renewed for the next turn.
    if (this.now() - (this.renewing.get(person) ?? 0) > FRESH_MS) this.renew(person);
    return known.preferences;
  }

  /** They were changed here. */
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
      // A turn goes on without: the next one asks again.
      return this.cached.get(person)?.preferences ?? NO_PREFERENCES;
    }
  }
}
