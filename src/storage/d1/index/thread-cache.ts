/** Cache of threads for the front door, so that the first token does not wait for D1. */
import type { ConversationId } from "../../../domain/ids.ts";
import { SwrCache } from "../../../platform/swr-cache.ts";
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

export class ThreadCache implements Threads {
  private readonly store: ThreadRows;
  private readonly threads: SwrCache<Thread | undefined, Place>;
  private readonly channels: SwrCache<ChannelDefaults, Pick<Place, "channel" | "account">>;

  constructor(store: ThreadRows, now: () => number) {
    this.store = store;
    this.threads = new SwrCache({
      read: (place) => store.at(place),
      now,
      keyOf: ({ channel, account, thread }) => JSON.stringify([channel, account, thread]),
      on_failure: "reject",
      most: 10_000,
    });
    this.channels = new SwrCache({
      read: async (of) => (await store.defaults(of)) ?? NO_DEFAULTS,
      now,
      keyOf: ({ channel, account }) => JSON.stringify([channel, account]),
      on_failure: "reject",
      most: 2_000,
    });
  }

  at(place: Place): Thread | undefined | Promise<Thread | undefined> {
    return this.threads.get(place);
  }

  defaults(of: Pick<Place, "channel" | "account">): ChannelDefaults | Promise<ChannelDefaults> {
    return this.channels.get(of);
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
    this.threads.forget(place);
  }

  forgetAll(): void {
    this.threads.forgetAll();
    this.channels.forgetAll();
  }
}
