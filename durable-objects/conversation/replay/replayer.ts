/** Replays of ended turns, one at a time. The code is loaded with the first one. */
import type { Replay, ReplayChange } from "../../../src/domain/conversation/replay.ts";
import { failure, type Result } from "../../../src/domain/errors.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { ReplayDeps } from "./deps.ts";

const BUSY = failure("conflict", "A replay is running in this conversation. Try again when it has ended.");

export class Replayer {
  private readonly deps: ReplayDeps;
  private isBusy = false;

  constructor(deps: ReplayDeps) {
    this.deps = deps;
  }

  /** Makes the turn's model calls again, for the owner. Stores their costs and nothing else; no tool runs. */
  async replay({ owner }: Principal, id: string, change: ReplayChange): Promise<Result<Replay>> {
    if (this.isBusy) return { ok: false, failure: BUSY };
    this.isBusy = true;
    try {
      const { replayOf } = await import("./replay-of.ts");
      return await replayOf(this.deps, { owner, id, change });
    } finally {
      this.isBusy = false;
    }
  }
}
