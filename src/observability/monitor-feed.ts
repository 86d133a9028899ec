/**
 * What conversations do, told to their owners' monitors: many conversations that change in the same moment make one
 * call, and of one that changes twice only the last is told.
 */
import type { LiveTurn } from "../domain/live-turn.ts";
import { Lease, leadOrLook, type Paces } from "../platform/shared-work.ts";

export interface MonitorChange {
  conversation_id: string;
  /** Null: nothing runs there any more. */
  turn: LiveTurn | null;
}

export interface MonitorFeedDeps extends Paces {
  send(owner: string, changes: readonly MonitorChange[]): Promise<unknown>;
  onFailure(problem: unknown): void;
}

/** Of one call. */
const MOST = 20;
const GATHER_MS = 50;
/** A call that takes longer is not waited for by the next. */
const LOST_AFTER_MS = 5_000;

interface Waiting {
  changes: Map<string, MonitorChange>;
  /** One call at a time, so that none overtakes an earlier one. */
  lease: Lease;
}

export class MonitorFeed {
  private readonly deps: MonitorFeedDeps;
  private readonly waiting = new Map<string, Waiting>();

  constructor(deps: MonitorFeedDeps) {
    this.deps = deps;
  }

  /** Returns at once. What could not be told is logged and not told again. */
  tell(owner: string, change: MonitorChange): void {
    const own = this.waiting.get(owner) ?? { changes: new Map(), lease: new Lease(this.deps.now) };
    this.waiting.set(owner, own);
    own.changes.set(change.conversation_id, change);
    void this.sendSoon(owner, own, change);
  }

  /** The first object to wake sends the changes of all: one that was evicted meanwhile keeps nobody waiting. */
  private async sendSoon(owner: string, own: Waiting, change: MonitorChange): Promise<void> {
    const { pause, send, onFailure } = this.deps;
    await pause(GATHER_MS);
    await leadOrLook({
      lease: own.lease,
      lost_after_ms: LOST_AFTER_MS,
      look: () => (own.changes.get(change.conversation_id) === change ? undefined : "taken"),
      begins_in: () => 0,
      lead: () => send(owner, take(own.changes)).then(ignore, onFailure),
      pause,
    });
    if (own.changes.size === 0 && !own.lease.isHeld) this.waiting.delete(owner);
  }
}

function take(changes: Map<string, MonitorChange>): MonitorChange[] {
  const taken = [...changes.values()].slice(0, MOST);
  for (const { conversation_id } of taken) changes.delete(conversation_id);
  return taken;
}

function ignore(): void {}
