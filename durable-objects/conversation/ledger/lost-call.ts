/**
 * A model call that died with the machine: its provider charges for it, and nobody knows how much. An estimate goes to
 * the ledger, once, and is marked as one.
 */

import { textTokens } from "../../../src/agent/compact/window.ts";
import type { StepRecord, TurnContext } from "../../../src/agent/turn.ts";
import type { MessageId } from "../../../src/domain/ids.ts";
import { INTERRUPTED } from "../../../src/domain/ledger.ts";
import type { Store } from "../rows/store.ts";
import { storedPrefix } from "../rows/turns/prefixes.ts";
import type { TurnRow } from "../rows/turns/turns.ts";
import { bookEstimate } from "./estimate.ts";
import type { LedgerDeps } from "./ports.ts";
import { CHARACTERS_A_TOKEN, promptTokens } from "./turn-budget.ts";
import { paidBy } from "./turn-costs.ts";

/** Of a long branch no more are weighed. */
const MOST_MESSAGES = 2_000;
const NOTHING = { system: [], messages: [] };

/** How a turn comes to be run: for the first time in this life, or after an earlier one was cut off. */
export type Past = "fresh" | "waited" | "under way";

/**
 * How much of its answer is stored, in characters, if a call was under way; undefined when the machine died while tools
 * ran, or before the turn could begin. To be asked before anything of the new life is stored.
 */
export function writtenBefore(store: Store, row: TurnRow, steps: readonly StepRecord[]): number | undefined {
  const next = steps.length + 1;
  let step = 0;
  let written: number | undefined;
  let waits = false;
  for (const event of store.log.stored(row.start_seq)) {
    if (event.turn_id !== row.id) continue;
    if (event.type === "state") waits = event.state === "waiting";
    if (event.type === "state" && event.state === "thinking") step = event.step;
    if (event.type === "reset" && event.from_step <= next) written = undefined;
    else if (step === next) written = (written ?? 0) + ("delta" in event ? event.delta.length : 0);
  }
  if (waits) return undefined;
  return written ?? (steps.every(areSettled) ? 0 : undefined);
}

function areSettled({ reply, calls }: StepRecord): boolean {
  const settled = new Set(calls.flatMap(({ state, call_id }) => (state === "settled" ? [call_id] : [])));
  return reply.calls.every(({ call_id }) => settled.has(call_id));
}

/** The request of the lost call, built again. */
interface Asked {
  agent: string;
  model: string;
  context: TurnContext;
}

/** The call that an earlier life of a turn left under way. */
export class LostCall {
  private readonly deps: LedgerDeps;
  private readonly row: TurnRow;
  private readonly steps: readonly StepRecord[];
  /** Characters of the answer that were stored; undefined once it is booked, or when there was no call. */
  private written: number | undefined;

  constructor(deps: LedgerDeps, row: TurnRow, steps: readonly StepRecord[]) {
    this.deps = deps;
    this.row = row;
    this.steps = steps;
    this.written = writtenBefore(deps.store, row, steps);
  }

  /**
   * Once. A commit of its own, or, when no wait comes in between, the one that ends the turn: the next life must not
   * count it again. A turn that is given up is not prepared any more: then what the conversation itself holds is counted.
   */
  book(asked?: Asked): void {
    const { deps, row, written } = this;
    if (written === undefined) return;
    this.written = undefined;
    const { agent, model } =
      asked ?? deps.store.log.startOf(row.id, row.start_seq) ?? wishOf(deps.store, row);
    const input_tokens = asked ? promptTokens(asked.context, this.steps) : this.heldTokens(agent, model);
    bookEstimate(deps, {
      // One estimate for each attempt of a step.
      id: `${row.id}:${this.steps.length + 1}:${INTERRUPTED}:${row.attempts}`,
      turn_id: row.id,
      agent,
      model,
      input_tokens,
      output_tokens: Math.ceil(written / CHARACTERS_A_TOKEN),
      ...paidBy(row),
    });
  }

  private heldTokens(agent: string, model: string): number {
    const { store, ports } = this.deps;
    const { row, steps } = this;
    const sections = storedPrefix(store.sql, { agent, tier: row.tier })?.sections ?? [];
    const { context_window } = ports.model.info(model);
    const before = sections.reduce((sum, text) => sum + textTokens(text), 0);
    const held = before + historyTokens(store, row.trigger_id) + promptTokens(NOTHING, steps);
    return Math.min(held, context_window);
  }
}

function wishOf({ meta }: Store, row: TurnRow): { agent: string; model: string } {
  return { agent: row.agent ?? meta.agent ?? "", model: row.model ?? meta.model ?? "" };
}

/** Estimated from sizes, without reading messages: reading them may have been what killed the object. */
function historyTokens({ transcript, compactions, meta }: Store, leaf: MessageId): number {
  const standing = compactions.standing();
  let sum = 0;
  for (const { id, tokens } of transcript.weights(leaf, MOST_MESSAGES)) {
    const base = id === leaf ? undefined : standing.get(id);
    if (base) return sum + textTokens(base.summary);
    sum += tokens;
    if (id === meta.window_start) return sum;
  }
  return sum;
}
