/** Replays of ended turns, one at a time. The code is loaded with the first one. */
import type { Replay, ReplayChange } from "../../../src/domain/conversation/replay.ts";
import { failure, type Result } from "../../../src/domain/errors.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { ReplayDeps } from "./deps.ts";

const BUSY = failure("conflict", "Replays are running in this conversation. Try again when they have ended.");
/** Replays that may wait: as many runs of sets may come upon the same conversation at once. */
const MOST_WAITING = 4;

export class Replayer {
  private readonly deps: ReplayDeps;
  private last: Promise<unknown> = Promise.resolve();
  private open = 0;

  constructor(deps: ReplayDeps) {
    this.deps = deps;
  }

  /** Makes the turn's model calls again, for the owner. Stores their costs and nothing else; no tool runs. */
  async replay({ owner }: Principal, id: string, change: ReplayChange): Promise<Result<Replay>> {
    if (this.open > MOST_WAITING) return { ok: false, failure: BUSY };
    this.open += 1;
    const mine = this.last.then(() => this.run(owner, id, change));
    this.last = mine.catch(() => undefined);
    try {
      return await mine;
    } finally {
      this.open -= 1;
    }
  }

  private async run(owner: string, id: string, change: ReplayChange): Promise<Result<Replay>> {
    const { replayOf } = await import("./replay-of.ts");
    return replayOf(this.deps, { owner, id, change });
  }
}
