/**
 * One model call with failover over accounts and models: tries until one answers, within bounds. Never throws for a
 * remote failure; ends with exactly one terminal event.
 */
import type { ModelEvent, ModelFailure, ModelRequest } from "../../agent/ports/model.ts";
import { createBill, createVisibleAnswer } from "./attempt.ts";
import { tryingAgain, withOthers } from "./notices.ts";
import type { FailoverDeps, FailoverRun } from "./run.ts";
import { settleFailure } from "./settlement.ts";
import type { Target } from "./targets.ts";
import { createTries } from "./targets.ts";
import { tryTarget } from "./try-target.ts";

const UNFINISHED = "The server didn't say that its answer is complete, so it may be unfinished.";
const ABORTED: ModelFailure = { kind: "aborted", retryable: false, reason: "The call was stopped." };

/**
 * `targets` is not empty: the chain's models in order, each with its accounts in order. `name` is that of the chain's
 * first model, for people; that model may have no account, and so no target.
 */
export async function* streamWithFailover(
  deps: FailoverDeps,
  { request, targets, name }: { request: ModelRequest; targets: readonly Target[]; name?: string },
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, void, undefined> {
  const tries = createTries(targets, deps.limits.max_wait_ms);
  const run: FailoverRun = {
    deps,
    request,
    requested: { id: request.model, name: name ?? request.model },
    targets,
    signal,
    tries,
    visible: createVisibleAnswer(),
    bill: createBill(),
    failures: [],
    sentRequest: request,
    broken: [],
    withheld: new Map(),
  };
  for (let attempt = 0; attempt < deps.limits.max_attempts && !signal.aborted; attempt++) {
    const choice = tries.next(deps.clock.now(), (account) => deps.accounts.snapshot().states.get(account.id));
    if (!choice) break;
    if (choice.wait_ms > 0) yield* waited(run, choice.target, choice.wait_ms);
    if (signal.aborted) break;
    const terminal = yield* tryTarget(run, choice.target);
    if (terminal.type === "finish") {
      const { reason, why } = terminal;
      const detail = why === undefined ? {} : { why };
      yield { type: "finish", reason, ...detail, model: choice.target.model.id, ...run.bill.sum };
      return;
    }
    if (terminal.failure.kind === "aborted") break;
    settleFailure(run, choice.target, terminal.failure);
  }
  yield* gaveUp(run, targets);
}

async function* waited(
  run: FailoverRun,
  target: Target,
  ms: number,
): AsyncGenerator<ModelEvent, void, undefined> {
  const { clock, random } = run.deps;
  const spread = Math.round(ms * (1 + random() / 4));
  if (ms >= 1_000) yield tryingAgain(target, run.failures, ms);
  await new Promise<void>((resolve) => {
    const done = () => {
      run.signal.removeEventListener("abort", done);
      cancel();
      resolve();
    };
    const cancel = clock.after(spread, done);
    run.signal.addEventListener("abort", done, { once: true });
  });
}

function* gaveUp(run: FailoverRun, targets: readonly Target[]): Generator<ModelEvent, void, undefined> {
  const { bill, signal, visible, failures } = run;
  const primary = targets[0]?.model.id ?? run.request.model;
  const failure = signal.aborted ? ABORTED : withOthers(failures, primary);
  if (!signal.aborted) yield* visible.best(primary);
  if (failure.unfinished && visible.hasText) {
    yield { type: "notice", level: "warning", text: UNFINISHED };
    yield { type: "finish", reason: "other", model: primary, ...bill.sum };
    return;
  }
  yield { type: "failed", failure, model: primary, ...bill.sum };
}
