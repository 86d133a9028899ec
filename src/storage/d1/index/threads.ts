/** Where the threads of channels lead: to their current conversation. */
import { and, eq } from "drizzle-orm";
import { type ConversationId, trustId } from "../../../domain/ids.ts";
import type { Source } from "../../../domain/inbound.ts";
import type { Threads } from "../../../routing/front-door.ts";
import type { Database } from "../database.ts";
import { threads } from "../schema/core.ts";

export class ThreadStore implements Threads {
  private readonly db: Database;
  private readonly now: () => number;

  constructor(db: Database, now: () => number) {
    this.db = db;
    this.now = now;
  }

  async current(owner: string, source: Source): Promise<ConversationId | undefined> {
    const { channel, thread } = placeOf(source);
    const isIt = and(eq(threads.owner, owner), eq(threads.channel, channel), eq(threads.thread, thread));
    const [row] = await this.db.select().from(threads).where(isIt).limit(1);
    return row && trustId(row.conversation_id);
  }

  /** One that is linked already stays as it is. */
  async link(owner: string, source: Source, conversation_id: ConversationId): Promise<void> {
    const row = { ...placeOf(source), owner, conversation_id, updated_at: this.now() };
    await this.db.insert(threads).values(row).onConflictDoNothing();
  }

  /** The conversation is deleted. */
  async forget(conversation_id: string): Promise<void> {
    await this.db.delete(threads).where(eq(threads.conversation_id, conversation_id));
  }
}

/** A direct message has no thread but the one with its sender. */
function placeOf({ channel, thread, sender }: Source) {
  return { channel, thread: thread ?? sender };
}
