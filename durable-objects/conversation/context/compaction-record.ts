/** Builds the record of a finished summary. */
import type { CompactionSummary } from "../../../src/agent/compact/compact.ts";
import type { Weight } from "../../../src/agent/compact/plan.ts";
import { textTokens } from "../../../src/agent/compact/window.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import type { BranchWeights } from "./compaction-walk.ts";

/** `going` is not empty and holds the first of the walked messages. */
export function compactionOf(
  { weights, base }: BranchWeights,
  going: readonly Weight[],
  { id, at, summary, by, tainted, flushed, heard }: CompactionSummary & Pick<Compaction, "id" | "at">,
): Compaction {
  const last = going.at(-1);
  if (!last) throw new Error("a summary of nothing");
  return {
    id,
    upto: last.id,
    summary,
    by_model: by,
    messages: going.length + (base?.messages ?? 0),
    tokens_before: sum(weights) + textTokens(base?.summary ?? ""),
    tokens_after: sum(weights.slice(going.length)) + textTokens(summary),
    tainted: tainted || base?.tainted === true,
    heard,
    at,
    flushed_at: flushed ? at : null,
    undone_at: null,
  };
}

function sum(weights: readonly Weight[]): number {
  return weights.reduce((total, { tokens }) => total + tokens, 0);
}
