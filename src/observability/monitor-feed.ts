/**
 * What conversations do, told to their owners' monitors: many conversations that change in the same moment make one
 * call, and of one that changes twice only the last is told.
 */
import type { LiveTurn } from "../domain/live-turn.ts";

export interface MonitorChange {
  conversation_id: string;
  /** Null: nothing runs there any more. */
  turn: LiveTurn | null;
}

export interface MonitorFeedDeps {
  send(owner: string, changes: readonly MonitorChange[]): Promise<unknown>;
  onFailure(problem: unknown): void;
  pause(ms: number): Promise<void>;
}

/** Of one call. */
const MOST = 20;
const GATHER_MS = 50;

export class MonitorFeed {
  private readonly deps: MonitorFeedDeps;
  private readonly waiting = new Map<string, Map<string, MonitorChange>>();

  constructor(deps: MonitorFeedDeps) {
    this.deps = deps;
  }

  /** Returns at once. What could not be told is logged and not told again. */
  tell(owner: string, change: MonitorChange): void {
    const changes = this.waiting.get(owner) ?? new Map<string, MonitorChange>();
    this.waiting.set(owner, changes);
    changes.set(change.conversation_id, change);
    void this.sendSoon(owner, change);
  }

  /** Whoever wakes first takes what the others have left: an object that is gone by then keeps nobody waiting. */
  private async sendSoon(owner: string, change: MonitorChange): Promise<void> {
    await this.deps.pause(GATHER_MS);
    while (this.waiting.get(owner)?.get(change.conversation_id) === change) {
      await this.deps.send(owner, this.take(owner)).catch(this.deps.onFailure);
    }
  }

  private take(owner: string): MonitorChange[] {
    const changes = this.waiting.get(owner) ?? new Map<string, MonitorChange>();
    const taken = [...changes.values()].slice(0, MOST);
    for (const { conversation_id } of taken) changes.delete(conversation_id);
    if (changes.size === 0) this.waiting.delete(owner);
    return taken;
  }
}
