/**
 * Takes in the Gateway's events one after the other. The session's position advances only past events that were taken
 * in.
 */
import type { Dispatch } from "./connection.ts";

interface InboxDeps {
  /** Rejects when the event should be tried again. */
  take(dispatch: Dispatch): Promise<void>;
  /** The event was taken in, or concerns no agent: the session may resume after it. */
  had(dispatch: Dispatch): void;
  /** The event cannot be taken in now, and later ones must not overtake it: reconnect. */
  stuck(problem: unknown): void;
}

export class Inbox {
  private readonly deps: InboxDeps;
  private readonly waiting: Dispatch[] = [];
  private isWorking = false;

  constructor(deps: InboxDeps) {
    this.deps = deps;
  }

  put(dispatch: Dispatch): void {
    this.waiting.push(dispatch);
    if (!this.isWorking) void this.work();
  }

  /** Drops the waiting events; Discord replays them. */
  clear(): void {
    this.waiting.length = 0;
  }

  private async work(): Promise<void> {
    this.isWorking = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      try {
        await this.deps.take(next);
        this.deps.had(next);
      } catch (problem) {
        this.clear();
        this.deps.stuck(problem);
      }
    }
    this.isWorking = false;
  }
}
