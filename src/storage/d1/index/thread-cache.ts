/** Cache of threads for the front door, so that the first token does not wait for D1. */
import type { ConversationId } from "../../../domain/ids.ts";
import {
  type ChannelDefaults,
  NO_DEFAULTS,
  type Place,
  type ReportedPlace,
  type Thread,
  type Threads,
} from "../../../routing/threads.ts";

/** The store behind the cache. */
export interface ThreadRows {
  at(place: Place): Promise<Thread | undefined>;
  defaults(of: Pick<Place, "channel" | "account">): Promise<ChannelDefaults | undefined>;
  link(place: ReportedPlace, owner: string, id: ConversationId): Promise<unknown>;
  beginAnew(place: Place, not: ConversationId): Promise<unknown>;
}

/** How long another isolate's change may go unseen here. */
const FRESH_MS = 2_000;
/** An older reading is not used until it has been read again. */
const STALE_MS = 60_000;
/** Ten thousand threads, and the defaults of each channel account. */
const MOST = 12_000;

interface Known<T> {
  value: T;
  read_at: number;
}

export class ThreadCache implements Threads {
  private readonly store: ThreadRows;
  private readonly now: () => number;
  private readonly known = new Map<string, Known<unknown>>();
  private readonly renewing = new Set<string>();

  constructor(store: ThreadRows, now: () => number) {
    this.store = store;
    this.now = now;
  }

  at(place: Place): Thread | undefined | Promise<Thread | undefined> {
    return this.read(keyOf(place), () => this.store.at(place));
  }

  defaults(of: Pick<Place, "channel" | "account">): ChannelDefaults | Promise<ChannelDefaults> {
    const read = async () => (await this.store.defaults(of)) ?? NO_DEFAULTS;
    return this.read(JSON.stringify([of.channel, of.account]), read);
  }

  async link(place: ReportedPlace, owner: string, id: ConversationId): Promise<void> {
    await this.store.link(place, owner, id);
    this.forget(place);
  }

  async beginAnew(place: Place, not: ConversationId): Promise<void> {
    await this.store.beginAnew(place, not);
    this.forget(place);
  }

  /** Call it after a change to the thread in this isolate. */
  forget(place: Place): void {
    this.known.delete(keyOf(place));
  }

  forgetAll(): void {
    this.known.clear();
  }

  private read<T>(key: string, ask: () => Promise<T>): T | Promise<T> {
    const known = this.known.get(key) as Known<T> | undefined;
    const age = known ? this.now() - known.read_at : Number.POSITIVE_INFINITY;
    if (!known || age > STALE_MS) return this.ask(key, ask);
    if (age > FRESH_MS && !this.renewing.has(key)) this.renew(key, ask);
    return known.value;
  }

  /** One refresh serves all callers that find it stale. */
  private renew(key: string, ask: () => Promise<unknown>): void {
    this.renewing.add(key);
    const done = () => void this.renewing.delete(key);
    this.ask(key, ask).then(done, done);
  }

  private async ask<T>(key: string, ask: () => Promise<T>): Promise<T> {
    const read_at = this.now();
    const value = await ask();
    this.known.delete(key);
    this.known.set(key, { value, read_at });
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
    return value;
  }
}

function keyOf({ channel, account, thread }: Place): string {
  return JSON.stringify([channel, account, thread]);
}
