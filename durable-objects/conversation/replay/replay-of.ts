/** Checks that a turn can be replayed, and replays it. */
import type { Replay, ReplayChange } from "../../../src/domain/conversation/replay.ts";
import { type Failure, failure, type Result } from "../../../src/domain/errors.ts";
import { NO_TURN } from "../results.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";
import type { ReplayDeps } from "./deps.ts";
import { replayTurn } from "./replay-turn.ts";

const NOT_OWNERS = failure("forbidden", "Only the owner of a conversation can replay its turns.");
const IN_ROOM = failure(
  "conflict",
  "A turn of a room can't be replayed: who answers there depends on the visit.",
);
const NOT_ENDED = failure("conflict", "This turn hasn't ended. Replay it when its answer is there.");
const DELETED = failure("conflict", "A message of this turn was deleted, so it can't be replayed.");

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
  const barred = barrier(deps, owner, turn);
  if (barred) return { ok: false, failure: barred };
  const replay = await replayTurn(deps, turn, change);
  return replay === undefined ? { ok: false, failure: DELETED } : { ok: true, value: replay };
}

function barrier({ store: { meta } }: ReplayDeps, owner: string, turn: StoredTurn): Failure | undefined {
  if (meta.owner !== owner) return NOT_OWNERS;
  if (meta.room !== null) return IN_ROOM;
  return turn.ended_at === null || turn.state === "absorbed" ? NOT_ENDED : undefined;
}
