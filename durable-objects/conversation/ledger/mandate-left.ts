/** The part of its mandate's money that a conversation may still spend. */
import type { StepRecord } from "../../../src/agent/turn.ts";
import type { Store } from "../rows/store.ts";

/**
 * US dollars, after deducting what its own children may spend. `steps`: of the running turn. Null: no limit.
 */
export function leftOf({ meta, children }: Store, steps: readonly StepRecord[]): number | null {
  const limit = meta.parent?.mandate?.spend_usd;
  if (limit === undefined) return null;
  const running = steps.reduce((sum, { reply }) => sum + (reply.cost_usd ?? 0), 0);
  return limit - meta.cost_usd - running - children.committed_usd();
}
