/** Chooses the next target: a model with an account. */
import type { ModelFailure } from "../../agent/ports/model.ts";
import type { Account, AccountState } from "../accounts.ts";
import { coolingAfter } from "../accounts.ts";
import type { ModelEntry, ProviderEntry } from "../catalog/schema.ts";

export interface Target {
  provider: ProviderEntry;
  model: ModelEntry;
  account: Account;
  base_url: string | undefined;
}

interface Choice {
  target: Target;
  /** Wait before the attempt, in ms. */
  wait_ms: number;
}

/** Failures of the targets in this call. */
export interface Tries {
  noteFailure(target: Target, failure: ModelFailure): void;
  /** In the order of the chain, then of priority; undefined when nothing is left to try. */
  next(now: number, stateOf: (account: Account) => AccountState | undefined): Choice | undefined;
}

/** Most failures of one target in one call. */
const MOST_FAILURES = 3;
const MOST_TIMEOUTS = 2;
/** First pause before a broken connection is tried again, and its growth factor. */
const CUT_PAUSE_MS = 150;
const CUT_GROWTH = 4;
/** First pause after a gateway gave up waiting for the model behind it. */
const GATEWAY_PAUSE_MS = 500;

/** Failures of the request itself: another account would fail the same way. */
const OF_THE_REQUEST: ReadonlySet<string> = new Set(["bad_request", "context_too_long", "filtered"]);

export function createTries(targets: readonly Target[], most_wait_ms: number): Tries {
  const failures = new Map<Target, ModelFailure[]>();
  const given = new Set<string>();
  let attempts = 0;

  const open = () =>
    targets.filter((target) => !given.has(target.model.id) && !isSpent(failures.get(target) ?? []));

  function next(now: number, stateOf: (account: Account) => AccountState | undefined): Choice | undefined {
    const left = open();
    const restOf = (target: Target) => Math.max(0, (stateOf(target.account)?.cooling_until ?? 0) - now);
    const enabled = left.filter((target) => !stateOf(target.account)?.disabled);
    const ready = enabled.find((target) => restOf(target) === 0);
    if (ready) return { target: ready, wait_ms: pauseBefore(failures.get(ready) ?? []) };
    const soonest = enabled.toSorted((a, b) => restOf(a) - restOf(b))[0];
    if (soonest && restOf(soonest) <= most_wait_ms) {
      const wait_ms = Math.max(restOf(soonest), pauseBefore(failures.get(soonest) ?? []));
      return { target: soonest, wait_ms };
    }
    // A person asked: one try, even against the odds, rather than none.
    const lastResort = soonest ?? left[0];
    return attempts === 0 && lastResort ? { target: lastResort, wait_ms: 0 } : undefined;
  }

  return {
    noteFailure(target, failure) {
      attempts += 1;
      failures.set(target, [...(failures.get(target) ?? []), failure]);
      if (OF_THE_REQUEST.has(failure.kind)) given.add(target.model.id);
    },
    next,
  };
}

function isSpent(failures: readonly ModelFailure[]): boolean {
  const last = failures.at(-1);
  if (!last) return false;
  if (last.kind === "auth" || last.refusal === "final") return true;
  const isSilence = last.kind === "timeout" && last.refusal !== "passing";
  return failures.length >= (isSilence ? MOST_TIMEOUTS : MOST_FAILURES);
}

/** Exponential backoff. */
function pauseBefore(failures: readonly ModelFailure[]): number {
  const last = failures.at(-1);
  if (!last) return 0;
  const cooling = coolingAfter(last);
  const again = failures.length - 1;
  if (cooling !== undefined) return cooling * 2 ** again;
  return (last.refusal === "passing" ? GATEWAY_PAUSE_MS : CUT_PAUSE_MS) * CUT_GROWTH ** again;
}
