/** Ledger rows for calls whose real usage is unknown, and spending of a conversation outside its answers. */
import { INTERRUPTED } from "../../../src/domain/ledger.ts";
import { NO_USAGE } from "../../../src/domain/message.ts";
import type { CostRow, Estimate } from "../rows/schema/stored-json.ts";
import { queueAfterWork } from "./after-work.ts";
import type { LedgerDeps } from "./ports.ts";
import { noteCosts } from "./turn-costs.ts";

/** Priced as if nothing of the prompt was cached. */
export function estimateOf(
  { ports }: LedgerDeps,
  { id, turn_id, agent, model, payer, ...tokens }: Estimate,
): CostRow {
  return {
    id,
    at: ports.now(),
    turn_id,
    agent,
    model,
    usage: { ...NO_USAGE, ...tokens },
    cost_usd: ports.model.estimate(model, tokens.input_tokens, tokens.output_tokens),
    purpose: INTERRUPTED,
    ...(payer !== undefined && { payer }),
  };
}

/** Uses a commit of its own. */
export function bookEstimate(deps: LedgerDeps, estimate: Estimate): void {
  const row = estimateOf(deps, estimate);
  deps.store.commit(row.at, () => spend(deps, [row]));
}

/** Part of a commit: charges the conversation, but no message. */
export function spend(deps: LedgerDeps, costs: CostRow[]): void {
  const { store } = deps;
  noteCosts(deps, costs);
  queueAfterWork(store, { costs, message_ids: [] });
  for (const { usage, cost_usd } of costs) {
    store.meta.input_tokens += usage.input_tokens;
    store.meta.output_tokens += usage.output_tokens;
    store.meta.cost_usd += cost_usd ?? 0;
  }
}
