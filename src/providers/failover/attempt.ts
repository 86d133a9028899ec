/** Output shown by a call's attempts, and the bill of all of them. */
import type { ModelEvent } from "../../agent/ports/model.ts";
import type { CostSource } from "../../domain/ledger.ts";
import type { Usage } from "../../domain/message.ts";
import { addUsage, NO_USAGE } from "../../domain/message.ts";
import type { ProviderDelta } from "../provider.ts";

/** The text that people see of this call, across its attempts. */
export interface VisibleAnswer {
  /** Returns the event as it goes out, with a `restart` before it when it replaces an earlier attempt's output. */
  pass(event: ProviderDelta, model: string): ModelEvent[];
  nextAttempt(): void;
  /** Takes back this attempt's text. */
  clear(): void;
  /** Whether there are words to keep. */
  readonly hasText: boolean;
  /** For a call that failed: the longest text of all attempts, unless it is the one that is seen. */
  best(model: string): ModelEvent[];
}

export function createVisibleAnswer(): VisibleAnswer {
  let visible: string[] = [];
  let visibleLength = 0;
  let best = "";
  let hasOutput = false;
  let isStale = false;

  function keepBest(): void {
    const text = visible.join("");
    if (text.length > best.length) best = text;
    visible = [];
    visibleLength = 0;
    isStale = false;
  }

  return {
    pass(event, model) {
      if (event.type === "notice") return [event];
      const restarts = isStale;
      if (isStale) keepBest();
      hasOutput = true;
      if (event.type === "text") {
        visible.push(event.delta);
        visibleLength += event.delta.length;
      }
      return restarts ? [{ type: "restart", model }, event] : [event];
    },
    nextAttempt() {
      isStale = hasOutput;
    },
    clear() {
      visible = [];
      visibleLength = 0;
    },
    get hasText() {
      return best.trim() !== "" || visibleLength > 0;
    },
    best(model) {
      if (best.length <= visibleLength) return [];
      return [
        { type: "restart", model },
        { type: "text", delta: best },
      ];
    },
  };
}

interface BillSum {
  usage: Usage;
  /** US dollars; null when the price of an attempt is unknown. */
  cost_usd: number | null;
  /** `provider`: it billed each attempt itself; `estimate`: it did not report the usage of each. */
  cost_by?: CostSource;
}

function sourceOf(isEstimated: boolean): { cost_by: CostSource } {
  return { cost_by: isEstimated ? "estimate" : "provider" };
}

/** The bill of a call over all its attempts. A stream that was cut is billed too. */
export interface Bill {
  add(usage: Usage, cost: number | null, by?: CostSource): void;
  readonly sum: BillSum;
}

export function createBill(): Bill {
  let usage = NO_USAGE;
  let cost: number | null = 0;
  let isEmpty = true;
  let isReported = true;
  let isEstimated = false;
  return {
    add(more, price, by) {
      usage = addUsage(usage, more);
      const isFree = Object.values(more).every((count) => count === 0);
      if (isFree && price === null) return;
      isEmpty = false;
      isReported &&= by === "provider";
      isEstimated ||= by === "estimate";
      cost = cost === null || price === null ? null : cost + price;
    },
    get sum() {
      const by = !isEmpty && (isReported || isEstimated) && sourceOf(isEstimated);
      return { usage, cost_usd: isEmpty ? null : cost, ...by };
    },
  };
}
