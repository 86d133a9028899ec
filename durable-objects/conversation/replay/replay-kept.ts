/** Replays a kept turn in an object of its own, which is emptied afterwards. */
import type { Replay, ReplayChange } from "../../../src/domain/conversation/replay.ts";
import { failure, type Result } from "../../../src/domain/errors.ts";
import type { Principal } from "../../../src/domain/principal.ts";
import type { Tables } from "../../sql/tables.ts";
import type { BirthPorts } from "../birth/ports.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Store } from "../rows/store.ts";
import type { TurnPorts } from "../turn/ports.ts";
import { parsedKept, storeOfKept } from "./kept-turn.ts";
import { replayOf } from "./replay-of.ts";

/** The object in which nothing is yet. */
interface EmptyObject {
  /** Set while another replay runs in it. */
  readonly awake: object | undefined;
  emptied(): Promise<Tables>;
  begin(store: Store): { outbox: Outbox; flush(): Promise<void> };
  erase(principal: Principal): Promise<unknown>;
}

const BUSY = failure("conflict", "This turn is being replayed already. Try again when that has ended.");

interface KeptReplay {
  principal: Principal;
  /** JSON of `copiedTurn`. */
  json: string;
  change: ReplayChange;
}

/** Costs go to the ledger before the object is emptied. */
export async function replayKept(
  {
    lifecycle,
    ports,
  }: { lifecycle: EmptyObject; ports: { birth: Pick<BirthPorts, "ids" | "now">; turn: TurnPorts } },
  { principal, json, change }: KeptReplay,
): Promise<Result<Replay>> {
  const { ids, now } = ports.birth;
  const kept = parsedKept(json);
  const sql = await lifecycle.emptied();
  if (lifecycle.awake) return { ok: false, failure: BUSY };
  const store = storeOfKept(sql, kept, { ids, now: now() });
  const awake = lifecycle.begin(store);
  const quiet = { broadcast: () => undefined, leaveWork: () => undefined, later: laterHere };
  try {
    const deps = { store, ports: ports.turn, outbox: awake.outbox, ...quiet };
    return await replayOf(deps, { owner: principal.owner, id: kept.turn.id, change });
  } finally {
    await bookCosts(store, awake);
    await lifecycle.erase(principal);
  }
}

/** Flush as of a temporary conversation, of which the costs alone are written: no list ever has this one. */
async function bookCosts({ meta }: Store, awake: { flush(): Promise<void> }): Promise<void> {
  meta.temporary = true;
  await awake.flush();
  // The erasure of a temporary conversation would take the person's newest files along.
  meta.temporary = false;
}

function laterHere(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
}
