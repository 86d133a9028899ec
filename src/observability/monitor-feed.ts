/**
 * Sends state changes of conversations to their owners' monitors, batched: changes of many conversations at
 * the same moment make one call, and of two changes of one conversation only the last is sent.
 */
import type { MonitoredTurn } from "../domain/conversation/live-turn.ts";
import { Lease, leadOrLook, type PollClock } from "../platform/shared-work.ts";

export interface MonitorChange {
  conversation_id: string;
  /** Null: no turn is running there any more. */
  turn: MonitoredTurn | null;
}

interface MonitorFeedDeps extends PollClock {
  send(owner: string, changes: readonly MonitorChange[]): Promise<unknown>;
  onFailure(problem: unknown): void;
}

/** Changes per call. */
const MOST = 20;
const GATHER_MS = 50;
/** The next call does not wait for one that takes longer, in ms. */
const LOST_AFTER_MS = 5_000;

/**
 * A failed call is repeated: a turn whose end the monitor never learns would be shown as running for ever.
 */
const MOST_TRIES = 5;
const RETRY_MS = 1_000;

interface OwnerQueue {
  changes: Map<string, MonitorChange>;
  /** The newest unsent change of each conversation. */
  newest: Map<string, MonitorChange>;
  /** One call at a time, so that none overtakes an earlier one. */
  lease: Lease;
}

interface PendingChange {
  owner: string;
  queued: OwnerQueue;
  change: MonitorChange;
  /** Attempts, including this one. */
  tries: number;
}

export class MonitorFeed {
  private readonly deps: MonitorFeedDeps;
  private readonly waiting = new Map<string, OwnerQueue>();

  constructor(deps: MonitorFeedDeps) {
    this.deps = deps;
  }

  /** Returns at once. A failed call is logged and repeated, unless a newer change replaces it. */
  tell(owner: string, change: MonitorChange): void {
    const own = this.waiting.get(owner) ?? {
      changes: new Map(),
      newest: new Map(),
      lease: new Lease(this.deps.now),
    };
    this.waiting.set(owner, own);
    own.newest.set(change.conversation_id, change);
    this.queue({ owner, queued: own, change, tries: 1 });
  }

  private queue(pending: PendingChange): void {
    pending.queued.changes.set(pending.change.conversation_id, pending.change);
    void this.sendSoon(pending);
  }

  /**
   * The first object to wake sends the changes of all: an object that was evicted meanwhile blocks nobody.
   */
  private async sendSoon({ owner, queued, change, tries }: PendingChange): Promise<void> {
    const { pause } = this.deps;
    await pause(GATHER_MS);
    await leadOrLook({
      lease: queued.lease,
      lost_after_ms: LOST_AFTER_MS,
      look: () => (queued.changes.get(change.conversation_id) === change ? undefined : "taken"),
      begins_in: () => 0,
      lead: () => this.send(owner, queued, tries),
      pause,
    });
    if (queued.changes.size === 0 && queued.newest.size === 0 && !queued.lease.isHeld)
      this.waiting.delete(owner);
  }

  private async send(owner: string, own: OwnerQueue, tries: number): Promise<void> {
    const { pause, send, onFailure } = this.deps;
    const batch = take(own.changes);
    const isNewest = (change: MonitorChange) => own.newest.get(change.conversation_id) === change;
    try {
      await send(owner, batch);
      for (const change of batch.filter(isNewest)) own.newest.delete(change.conversation_id);
    } catch (problem) {
      onFailure(problem);
      if (tries >= MOST_TRIES) {
        for (const change of batch.filter(isNewest)) own.newest.delete(change.conversation_id);
        return;
      }
      void pause(RETRY_MS * tries).then(() => {
        for (const change of batch.filter(isNewest))
          this.queue({ owner, queued: own, change, tries: tries + 1 });
      });
    }
  }
}

function take(changes: Map<string, MonitorChange>): MonitorChange[] {
  const batch = [...changes.values()].slice(0, MOST);
  for (const { conversation_id } of batch) changes.delete(conversation_id);
  return batch;
}
