/** Compacts the active branch, or undoes that, on request. */

import { type Failure, failure } from "../../../src/domain/errors.ts";
import type { Store } from "../rows/store.ts";
import type { Compaction } from "../rows/turns/compactions.ts";
import type { Cast, NoCast } from "./casting.ts";
import { NOTHING_TO_UNDO } from "./compaction-notices.ts";
import type { CompactOutcome, Compactor } from "./compactor.ts";

interface BranchCompactionDeps {
  store: Store;
  compactor: Compactor;
  /** The agent that writes the summary. Rejects only when storage fails. */
  writer(): Promise<Pick<Cast, "agent" | "models"> | NoCast>;
}

export class BranchCompaction {
  private readonly deps: BranchCompactionDeps;

  constructor(deps: BranchCompactionDeps) {
    this.deps = deps;
  }

  /** `isDone` is called in the commit of the summary. Rejects only when storage fails. */
  async compact(isDone: () => void = () => undefined): Promise<CompactOutcome> {
    const { store, compactor, writer } = this.deps;
    const leaf = store.meta.head;
    if (leaf === null) return { status: "nothing", reason: "Nothing has been said yet." };
    const by = await writer();
    if ("refused" in by) return { status: "nothing", reason: by.reason };
    const { agent, models } = by;
    return compactor.run({ leaf, agent, models, isDone });
  }

  /** Undoes the newest summary, calling `isDone` in that commit; undefined when there is none. */
  async undo(isDone: () => void = () => undefined): Promise<Compaction | undefined> {
    const { head } = this.deps.store.meta;
    return head === null ? undefined : this.deps.compactor.undo(head, isDone);
  }

  /** Carries out a deferred command. Returns why it had no effect, if so. */
  async carryOut(name: "compact" | "undo_compact", isDone: () => void): Promise<string | undefined> {
    if (name === "undo_compact") return (await this.undo(isDone)) ? undefined : NOTHING_TO_UNDO;
    const outcome = await this.compact(isDone);
    return outcome.status === "compacted" ? undefined : outcome.reason;
  }
}

/** The outcome of a compaction, as the API returns it. */
export function compactionResult(
  outcome: CompactOutcome,
): { ok: true; value: Compaction } | { ok: false; failure: Failure } {
  if (outcome.status === "compacted") return { ok: true, value: outcome.compaction };
  return {
    ok: false,
    failure: failure(outcome.status === "nothing" ? "conflict" : "api_fail", outcome.reason),
  };
}
