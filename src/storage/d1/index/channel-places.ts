/** Chats that the bot was added to or removed from, as reported by the platform. */
import { and, desc, eq, notExists } from "drizzle-orm";
import type { Place } from "../../../routing/threads.ts";
import type { Database } from "../database.ts";
import { channelPlaces } from "../schema/channels.ts";
import type { ChannelAccount } from "./access-rules.ts";

export interface ChannelPlace extends Place {
  /** For people to read. */
  name: string;
  is_group: boolean;
  /** Whether the bot may write there. */
  is_in: boolean;
  /** ms since the epoch. */
  changed_at: number;
}

const MOST = 200;

export class ChannelPlaces {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async at(place: Place): Promise<ChannelPlace | undefined> {
    const [row] = await this.db.select().from(channelPlaces).where(isAt(place)).limit(1);
    return row && ({ ...row, channel: place.channel } satisfies ChannelPlace);
  }

  async put(place: Omit<ChannelPlace, "changed_at">): Promise<void> {
    const values = { ...place, changed_at: this.now() };
    const { channel, account, thread } = channelPlaces;
    await this.db
      .insert(channelPlaces)
      .values(values)
      .onConflictDoUpdate({ target: [channel, account, thread], set: values });
  }

  async remove(place: Place): Promise<void> {
    await this.db.delete(channelPlaces).where(isAt(place));
  }

  /** If the new name is known already, neither row is changed. */
  async rename(place: Place, to: string): Promise<void> {
    const there = this.db
      .select({ thread: channelPlaces.thread })
      .from(channelPlaces)
      .where(isAt({ ...place, thread: to }));
    await this.db
      .update(channelPlaces)
      .set({ thread: to })
      .where(and(isAt(place), notExists(there)));
  }

  /** Newest first. */
  async list({ channel, account }: ChannelAccount): Promise<ChannelPlace[]> {
    const rows = await this.db
      .select()
      .from(channelPlaces)
      .where(and(eq(channelPlaces.channel, channel), eq(channelPlaces.account, account)))
      .orderBy(desc(channelPlaces.changed_at))
      .limit(MOST);
    return rows.map((row) => ({ ...row, channel }));
  }
}

function isAt({ channel, account, thread }: Place) {
  return and(
    eq(channelPlaces.channel, channel),
    eq(channelPlaces.account, account),
    eq(channelPlaces.thread, thread),
  );
}
