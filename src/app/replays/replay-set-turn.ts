/** Replay of a turn of a set: in its conversation, or from the set's own copy when that is deleted. */
import type { Replay, ReplayChange } from "../../domain/conversation/replay.ts";
import { failure, type Result } from "../../domain/errors.ts";
import type { Principal } from "../../domain/principal.ts";
import type { ReplayRunId, SetTurn } from "../../replays/set.ts";
import { conversationStub, keptReplayStub } from "../objects/stubs.ts";
import type { Services } from "./services.ts";
import { setsOf } from "./stores.ts";

const GONE = failure(
  "resource_not_found",
  "The conversation is deleted, and the set has no copy of this turn: it was too long to keep.",
);

export async function replaySetTurn(
  services: Services,
  { run, turn, person, change }: { run: ReplayRunId; turn: SetTurn; person: Principal; change: ReplayChange },
): Promise<Result<Replay>> {
  const stub = conversationStub(services.env, turn.conversation_id);
  const replayed = await stub.replay(person, turn.turn_id, change);
  if (replayed.ok || replayed.failure.error !== "resource_not_found") return replayed;
  const kept = await setsOf(services).keptOf(turn.id);
  if (kept === null) return { ok: false, failure: GONE };
  return keptReplayStub(services.env, run, turn.id).replayKept(person, kept, change);
}
