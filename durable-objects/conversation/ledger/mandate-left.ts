/** What a conversation may still spend of what the one that set it going has given it. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { Store } from "../rows/store.ts";

/** US dollars, what its own children may spend left out. `steps`: of the turn that runs. Null: nothing limits it. */
export function leftOf({ meta, children }: Store, steps: readonly StepRecord[]): number | null {
  const limit = meta.parent?.mandate?.spend_usd;
  if (limit === undefined) return null;
  const running = steps.reduce((sum, { reply }) => sum + (reply.cost_usd ?? 0), 0);
  return limit - meta.cost_usd - running - children.committed_usd();
}
