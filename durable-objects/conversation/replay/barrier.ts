/** Reasons why a turn can't be replayed. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { Store } from "../rows/store.ts";
import type { StoredTurn } from "../rows/turns/turns.ts";

const NOT_OWNERS = failure("forbidden", "Only the owner of a conversation can replay its turns.");
const IN_ROOM = failure(
  "conflict",
  "A turn of a room can't be replayed: who answers there depends on the visit.",
);
const NOT_ENDED = failure("conflict", "This turn hasn't ended. Replay it when its answer is there.");
export const DELETED = failure("conflict", "A message of this turn was deleted, so it can't be replayed.");

export function barrier({ meta }: Pick<Store, "meta">, owner: string, turn: StoredTurn): Failure | undefined {
  if (meta.owner !== owner) return NOT_OWNERS;
  if (meta.room !== null) return IN_ROOM;
  return turn.ended_at === null || turn.state === "absorbed" ? NOT_ENDED : undefined;
}
