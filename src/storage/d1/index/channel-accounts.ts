/**
 * Last activity of each account of a channel, accurate to about a minute, so that not every message costs a
 * write.
 */
import type { Channel, Source } from "../../../domain/inbound.ts";
import type { Database } from "../database.ts";
import { channelAccounts } from "../schema/channels.ts";

export interface ChannelAccountActivity {
  channel: Channel;
  account: string;
  /** ms since the epoch, like all times here. */
  last_inbound_at: number | null;
  last_sender: string | null;
  last_error: string | null;
  last_error_at: number | null;
}

type SeenSource = Pick<Source, "channel" | "account" | "sender" | "sender_name">;

const PAUSE_MS = 60_000;
const MOST_NAME = 100;
const OTHER_SENDER_MS = 5_000;
const LONGEST = 300;

export class ChannelAccounts {
  private readonly db: Database;
  private readonly now: () => number;
  private readonly noted = new Map<string, number>();
  private readonly lastSenders = new Map<string, string>();

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  /** Records an incoming message and its sender; sooner for another sender than the last one. May reject. */
  async inbound({ channel, account = "", sender, sender_name }: SeenSource): Promise<void> {
    const last_sender = (sender_name ?? sender).slice(0, MOST_NAME);
    const place = `in ${channel} ${account}`;
    const isOther = this.lastSenders.get(place) !== sender;
    if (!this.isTime(place, isOther ? OTHER_SENDER_MS : PAUSE_MS)) return;
    this.lastSenders.set(place, sender);
    await this.put({ channel, account }, { last_inbound_at: this.now(), last_sender });
  }

  /** Records a failure of the account; `reason` is public. May reject. */
  async failed(of: { channel: Channel; account?: string | undefined }, reason: string): Promise<void> {
    const { channel, account = "" } = of;
    if (!this.isTime(`error ${channel} ${account}`)) return;
    await this.put({ channel, account }, { last_error: reason.slice(0, LONGEST), last_error_at: this.now() });
  }

  async list(): Promise<ChannelAccountActivity[]> {
    const rows = await this.db.select().from(channelAccounts);
    return rows.map((row) => ({ ...row, channel: row.channel as Channel }));
  }

  private isTime(what: string, pause_ms = PAUSE_MS): boolean {
    const now = this.now();
    if (now - (this.noted.get(what) ?? Number.NEGATIVE_INFINITY) < pause_ms) return false;
    this.noted.set(what, now);
    return true;
  }

  private async put(
    of: { channel: Channel; account: string },
    set: Partial<ChannelAccountActivity>,
  ): Promise<void> {
    const target = [channelAccounts.channel, channelAccounts.account];
    await this.db
      .insert(channelAccounts)
      .values({ ...of, ...set })
      .onConflictDoUpdate({ target, set });
  }
}
