/**
 * Cache of the persons behind channel accounts, so that the way to the first token does not wait for D1
 * again.
 */
import type { Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";

/** ms for which a link made or removed elsewhere may go unseen here. */
const FRESH_MS = 2_000;
const STALE_MS = 60_000;
/**
 * Times for an unknown sender: trusted for so long where strangers are let in, and refreshed in the
 * background after the shorter one.
 */
const STRANGER_MS = 30_000;
const STRANGER_FRESH_MS = 10_000;
const MOST = 1_000;

interface Known {
  person: Principal | undefined;
  read_at: number;
}

export class SenderCache {
  private readonly read: (source: Source) => Promise<Principal | undefined>;
  private readonly now: () => number;
  /** Number of accounts linked in this isolate so far. */
  private readonly links: () => number;
  private linksSeen = 0;
  private readonly known = new Map<string, Known>();

  constructor(
    read: (source: Source) => Promise<Principal | undefined>,
    now: () => number,
    links: () => number = () => 0,
  ) {
    this.read = read;
    this.now = now;
    this.links = links;
  }

  /** Whether the account was unknown a moment ago. A link made in this isolate since takes effect at once. */
  wasStranger(source: Source): boolean {
    if (this.links() !== this.linksSeen) this.forgetStrangers();
    const known = this.known.get(keyOf(source));
    if (!known || known.person) return false;
    const age = this.now() - known.read_at;
    if (age >= STRANGER_FRESH_MS && age < STRANGER_MS) void this.renew(source).catch(() => undefined);
    return age < STRANGER_MS;
  }

  /** Rejects when D1 does and no recent value is cached. */
  async get(source: Source): Promise<Principal | undefined> {
    const known = this.known.get(keyOf(source));
    const age = known ? this.now() - known.read_at : STALE_MS;
    // An unknown sender is looked up each time: a link that was just made takes effect at once.
    if (!known?.person || age >= STALE_MS) return this.renew(source);
    if (age >= FRESH_MS) void this.renew(source).catch(() => undefined);
    return known.person;
  }

  private forgetStrangers(): void {
    this.linksSeen = this.links();
    for (const [key, { person }] of this.known) if (!person) this.known.delete(key);
  }

  private async renew(source: Source): Promise<Principal | undefined> {
    const read_at = this.now();
    const person = await this.read(source);
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(keyOf(source), { person, read_at });
    return person;
  }
}

function keyOf({ channel, account = "", sender }: Source): string {
  return JSON.stringify([channel, account, sender]);
}
