/** The Builder's conversation tells of the end of its build as soon as its turn has ended, whatever ended it. */
import type { WakerMaker } from "../../../durable-objects/conversation/wakers/waker.ts";
import { BUILD, type BuilderPlace } from "./record/build.ts";

/** Before the next try, when it could not be written down. */
const AGAIN_MS = 5_000;

export interface BuildTurnEnd {
  place: BuilderPlace;
  /** Why the turn did not come to its end; undefined: it did. */
  reason: string | undefined;
  steps: number;
  cost_usd: number;
}

/** Told at least once for each end of a turn: the same again changes nothing. `tell` rejects when storage fails. */
export function buildWaker(tell: (end: BuildTurnEnd) => Promise<void>): WakerMaker {
  return (store, { now }) => {
    const { meta, turns, children } = store;
    const parent = meta.parent?.mandate?.kind === BUILD ? meta.parent : undefined;
    let told = 0;
    let notBefore = 0;
    const due = () => {
      if (!parent || meta.turn_count <= told || turns.open().length > 0) return null;
      return Math.max(meta.updated_at, notBefore);
    };
    return {
      name: "build",
      due,
      async wake(at) {
        if (!parent || (due() ?? Number.POSITIVE_INFINITY) > at) return;
        const count = meta.turn_count;
        const summary = turns.page(null, 1)[0]?.summary;
        const { steps, reason } = summary && "steps" in summary ? summary : { steps: 0, reason: undefined };
        try {
          const cost_usd = meta.cost_usd + children.cost_usd();
          const place = { child_id: meta.conversation_id, parent };
          await tell({ place, reason, steps, cost_usd });
          told = count;
        } catch {
          // The database is away: the row still says that it is being built.
          notBefore = now() + AGAIN_MS;
        }
      },
    };
  };
}
