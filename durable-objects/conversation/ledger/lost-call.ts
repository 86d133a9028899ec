/**
 * A model call that was lost in a crash: its provider charges an unknown amount for it. An estimate is booked
 * once and marked as one.
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

/** Messages of a long branch that are weighed at most. */
const MOST_MESSAGES = 2_000;
const NOTHING = { system: [], messages: [] };

/** The turn's history: new in this life, or queued or running when an earlier one was cut off. */
export type Past = "fresh" | "waited" | "under way";

/**
 * Characters of the next step's text that are stored, if its model call was under way; undefined when the
 * crash came during tool calls or before the turn could begin. To be called before the new life stores
 * anything.
 */
function writtenBefore(store: Store, row: TurnRow, steps: readonly StepRecord[]): number | undefined {
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

/** The lost call's request, built again. */
interface RebuiltRequest {
  agent: string;
  model: string;
  context: TurnContext;
}

/** The call that was under way when an earlier life of the turn ended. */
export class LostCall {
  private readonly deps: LedgerDeps;
  private readonly row: TurnRow;
  private readonly steps: readonly StepRecord[];
  /** Stored characters of the answer; undefined once the call is booked, or when there was none. */
  private written: number | undefined;

  constructor(deps: LedgerDeps, row: TurnRow, steps: readonly StepRecord[]) {
    this.deps = deps;
    this.row = row;
    this.steps = steps;
    this.written = writtenBefore(deps.store, row, steps);
  }

  /**
   * Books the call once, in a commit of its own or, when no wait comes in between, in the one that ends the
   * turn: the next life must not count it again. A turn that is given up is no longer prepared, so only the
   * conversation's own history is counted.
   */
  book(request?: RebuiltRequest): void {
    const { deps, row, written } = this;
    if (written === undefined) return;
    this.written = undefined;
    const { agent, model } =
      request ?? deps.store.log.startOf(row.id, row.start_seq) ?? wishOf(deps.store, row);
    const input_tokens = request ? promptTokens(request.context, this.steps) : this.heldTokens(agent, model);
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

/** Estimated from sizes, without reading messages, since reading them may be what killed the object. */
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
