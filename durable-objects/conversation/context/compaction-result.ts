/** The outcome of a compaction, as the API returns it. */
import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import type { CompactOutcome } from "./compactor.ts";

export function compactionResult(
  outcome: CompactOutcome,
): { ok: true; value: Compaction } | { ok: false; failure: Failure } {
  if (outcome.status === "compacted") return { ok: true, value: outcome.compaction };
  return {
    ok: false,
    failure: failure(outcome.status === "nothing" ? "conflict" : "api_fail", outcome.reason),
  };
}
