/**
 * A model call that died with the machine: its provider charges for it, and nobody knows how much. An estimate goes to
 * the ledger, once, and is marked as one.
 */
import type { StepRecord, TurnContext } from "../../src/agent/turn.ts";
import { NO_USAGE } from "../../src/domain/message.ts";
import { queueAfterWork } from "./after-work.ts";
import type { RunnerDeps } from "./runner-deps.ts";
import type { CostRow } from "./services.ts";
import type { Store } from "./store.ts";
import { CHARACTERS_A_TOKEN, promptTokens } from "./turn-budget.ts";
import { noteCosts } from "./turn-costs.ts";
import type { TurnRow } from "./turns.ts";

/** How a turn comes to be run: for the first time in this life, or after an earlier one was cut off. */
export type Past = "fresh" | "waited" | "under way";

/** In the ledger, of calls whose usage is estimated. */
export const INTERRUPTED = "interrupted";

/**
 * How much of its answer is stored, in characters, if a call was under way; undefined when the machine died while tools
 * ran. To be asked before anything of the new life is stored.
 */
export function writtenBefore(store: Store, row: TurnRow, steps: readonly StepRecord[]): number | undefined {
  const next = steps.length + 1;
  let step = 0;
  let written: number | undefined;
  for (const event of store.log.stored(row.start_seq)) {
    if (event.turn_id !== row.id) continue;
    if (event.type === "state" && event.state === "thinking") step = event.step;
    if (event.type === "reset" && event.from_step <= next) written = undefined;
    else if (step === next) written = (written ?? 0) + ("delta" in event ? event.delta.length : 0);
  }
  return written ?? (steps.every(areSettled) ? 0 : undefined);
}

function areSettled({ reply, calls }: StepRecord): boolean {
  const settled = new Set(calls.flatMap(({ state, call_id }) => (state === "settled" ? [call_id] : [])));
  return reply.calls.every(({ call_id }) => settled.has(call_id));
}

export interface Lost {
  row: TurnRow;
  agent: string;
  model: string;
  context: TurnContext;
  steps: readonly StepRecord[];
  /** Characters of the answer that were stored. */
  written: number;
}

/** A commit of its own: the next life must not count it again. */
export function bookLostCall(deps: RunnerDeps, lost: Lost): void {
  const { store, services } = deps;
  const cost = costOf(deps, lost);
  store.commit(services.now(), () => {
    noteCosts(deps, [cost]);
    queueAfterWork(store, { costs: [cost], message_ids: [] });
    store.meta.input_tokens += cost.usage.input_tokens;
    store.meta.output_tokens += cost.usage.output_tokens;
    store.meta.cost_usd += cost.cost_usd ?? 0;
  });
}

/** As if nothing of the prompt was cached. */
function costOf({ services }: RunnerDeps, lost: Lost): CostRow {
  const { row, agent, model, context, steps, written } = lost;
  const input_tokens = promptTokens(context, steps);
  const output_tokens = Math.ceil(written / CHARACTERS_A_TOKEN);
  return {
    // Of each try of a step one.
    id: `${row.id}:${steps.length + 1}:${INTERRUPTED}:${row.attempts}`,
    at: services.now(),
    turn_id: row.id,
    agent,
    model,
    usage: { ...NO_USAGE, input_tokens, output_tokens },
    cost_usd: services.model.estimate?.(model, input_tokens, output_tokens) ?? null,
    purpose: INTERRUPTED,
  };
}
