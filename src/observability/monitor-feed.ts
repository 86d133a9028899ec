/**
 * What conversations do, told to their owners' monitors: many conversations that change in the same moment make one
 * call, and of one that changes twice only the last is told.
 */
import type { LiveTurn } from "../../durable-objects/conversation/services.ts";

export interface MonitorChange {
  conversation_id: string;
  /** Null: nothing runs there any more. */
  turn: LiveTurn | null;
}

export interface MonitorFeedDeps {
  send(owner: string, changes: readonly MonitorChange[]): Promise<unknown>;
  onFailure(problem: unknown): void;
  now(): number;
  pause(ms: number): Promise<void>;
}

/** Of one call. */
const MOST = 20;
const GATHER_MS = 50;
/** The object that sends may be gone in the middle: the next to tell goes on with what is left. */
const LOST_AFTER_MS = 5_000;

interface Feed {
  waiting: Map<string, MonitorChange>;
  sendingSince: number | undefined;
}

export class MonitorFeed {
  private readonly deps: MonitorFeedDeps;
  private readonly feeds = new Map<string, Feed>();

  constructor(deps: MonitorFeedDeps) {
    this.deps = deps;
  }

  /** Returns at once. What could not be told is logged and not told again. */
  tell(owner: string, change: MonitorChange): void {
    const feed = this.feeds.get(owner) ?? { waiting: new Map(), sendingSince: undefined };
    this.feeds.set(owner, feed);
    feed.waiting.set(change.conversation_id, change);
    if (!this.isSending(feed)) void this.send(owner, feed);
  }

  private isSending({ sendingSince }: Feed): boolean {
    return sendingSince !== undefined && this.deps.now() - sendingSince < LOST_AFTER_MS;
  }

  private async send(owner: string, feed: Feed): Promise<void> {
    const { send, onFailure, now, pause } = this.deps;
    while (feed.waiting.size > 0) {
      feed.sendingSince = now();
      await pause(GATHER_MS);
      const changes = [...feed.waiting.values()].slice(0, MOST);
      for (const { conversation_id } of changes) feed.waiting.delete(conversation_id);
      await send(owner, changes).catch(onFailure);
    }
    this.feeds.delete(owner);
  }
}
