/**
 * Cache of the persons behind channel accounts, so that the way to the first token does not wait for D1
 * again.
 */
import type { Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { SwrCache } from "../platform/swr-cache.ts";

/**
 * Times for an unknown sender: trusted for so long where strangers are let in, and refreshed in the
 * background after the shorter one.
 */
const STRANGER_MS = 30_000;
const STRANGER_FRESH_MS = 10_000;

export class SenderCache<Known = Principal> {
  private readonly cached: SwrCache<Known | undefined, Source>;
  /** Number of accounts linked in this isolate so far. */
  private readonly links: () => number;
  private linksSeen = 0;

  constructor(
    read: (source: Source) => Promise<Known | undefined>,
    now: () => number,
    links: () => number = () => 0,
  ) {
    this.cached = new SwrCache({ read, now, keyOf, on_failure: "reject" });
    this.links = links;
  }

  /** Whether the account was unknown a moment ago. A link made in this isolate since takes effect at once. */
  wasStranger(source: Source): boolean {
    if (this.links() !== this.linksSeen) this.forgetStrangers();
    const known = this.cached.entry(source);
    if (!known || known.value || known.age_ms >= STRANGER_MS) return false;
    if (known.age_ms >= STRANGER_FRESH_MS) this.cached.refresh(source);
    return true;
  }

  /** Rejects when D1 does and no recent value is cached. */
  async get(source: Source): Promise<Known | undefined> {
    // An unknown sender is looked up each time: a link that was just made takes effect at once.
    return this.cached.known(source) ? this.cached.get(source) : this.cached.anew(source);
  }

  private forgetStrangers(): void {
    this.linksSeen = this.links();
    this.cached.forgetIf((person) => !person);
  }
}

function keyOf({ channel, account = "", sender }: Source): string {
  return JSON.stringify([channel, account, sender]);
}
