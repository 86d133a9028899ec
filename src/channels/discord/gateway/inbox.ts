/** What comes over the Gateway, handed in one after the other: what is not in is not counted as had. */
import type { Dispatch } from "./connection.ts";

export interface InboxDeps {
  /** Rejects where it is to be tried again. */
  take(dispatch: Dispatch): Promise<void>;
  /** Taken in, or nothing for an agent: the session goes on after it. */
  had(dispatch: Dispatch): void;
  /** It cannot be taken in now: what follows would come before it. The connection is to be made anew. */
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

  /** What waits comes again. */
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
