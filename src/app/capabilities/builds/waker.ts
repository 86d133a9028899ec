/** The waker that settles a build as soon as the Builder's turn has ended, for whatever reason. */
import type { WakerMaker } from "../../../../durable-objects/conversation/wakers/waker.ts";
import { BUILD } from "../../../capabilities/builds/record/build.ts";
import type { BuildTurnEnd } from "../../../capabilities/builds/settle.ts";

/** Delay before the next attempt, after storage failed. */
const AGAIN_MS = 5_000;

/** Reports each end of a turn at least once, so `tell` must be idempotent. It rejects when storage fails. */
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
        const last = turns.page(null, 1)[0];
        const summary = last?.summary && "steps" in last.summary ? last.summary : undefined;
        const { steps = 0, reason, is_lasting } = summary ?? {};
        const may_go_on = parent.job !== undefined && last?.state === "failed" && !is_lasting;
        try {
          const cost_usd = meta.cost_usd + children.cost_usd();
          const place = { child_id: meta.conversation_id, parent };
          await tell({ place, reason, may_go_on, steps, cost_usd });
          told = count;
        } catch {
          // The database is unavailable: the build's row still says `building`.
          notBefore = now() + AGAIN_MS;
        }
      },
    };
  };
}
