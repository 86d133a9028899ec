/** Checks that a turn can be replayed, and replays it. */
import type { Replay, ReplayChange } from "../../../src/domain/conversation/replay.ts";
import type { Result } from "../../../src/domain/errors.ts";
import { NO_TURN } from "../results.ts";
import { barrier, DELETED } from "./barrier.ts";
import type { ReplayDeps } from "./deps.ts";
import { replayTurn } from "./replay-turn.ts";

interface ReplayRequest {
  /** Id of the person who asks. */
  owner: string;
  id: string;
  change: ReplayChange;
}

export async function replayOf(
  deps: ReplayDeps,
  { owner, id, change }: ReplayRequest,
): Promise<Result<Replay>> {
  const turn = deps.store.turns.get(id);
  if (!turn) return { ok: false, failure: NO_TURN };
  const barred = barrier(deps.store, owner, turn);
  if (barred) return { ok: false, failure: barred };
  const replay = await replayTurn(deps, turn, change);
  return replay === undefined ? { ok: false, failure: DELETED } : { ok: true, value: replay };
}
