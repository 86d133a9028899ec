/** Bookkeeping after an attempt: its bill, the state of its account, and changes to the next request. */
import type { ModelFailure, ModelRequest } from "../../agent/ports/model.ts";
import type { Usage } from "../../domain/message.ts";
import type { Account, AccountStore } from "../accounts.ts";
import { coolingAfter } from "../accounts.ts";
import { completedUsage } from "../answer/estimated-usage.ts";
import { costOf } from "../prices.ts";
import { suspectsIn } from "../prompt/refused-media.ts";
import { refusesReasoning, withoutReasoning } from "../prompt/without-reasoning.ts";
import type { ProviderTerminal } from "../provider.ts";
import type { FailoverRun } from "./run.ts";
import type { Target } from "./targets.ts";

interface Ended {
  terminal: ProviderTerminal;
  request: ModelRequest;
  output_tokens: number;
}

/** A call that failed and was not reported is estimated by whoever ends it, unless another attempt succeeds. */
export function settleBill(
  run: FailoverRun,
  target: Target,
  { terminal, request, output_tokens }: Ended,
): void {
  const { deps, bill } = run;
  const { billed_usd, written_for_an_hour, apart } = terminal;
  const isFinished = terminal.type === "finish";
  const isCounted = target.provider.protocol !== "offline" && (isFinished || output_tokens > 0);
  const estimate =
    isCounted && billed_usd === undefined
      ? completedUsage(terminal.usage, request, output_tokens)
      : undefined;
  const usage = (isFinished && estimate) || terminal.usage;
  const billing = {
    model: target.model,
    at: deps.clock.now(),
    cache_lifetime: deps.cache_lifetime,
    written_for_an_hour,
    apart,
  };
  const cost_usd = billed_usd ?? costOf(usage, billing);
  bill.add(
    usage,
    cost_usd,
    billed_usd !== undefined ? "provider" : isFinished && estimate ? "estimate" : undefined,
  );
  if (isBilled(target.account, usage))
    deps.accounts.recordSpend(target.account, { at: billing.at, cost_usd });
  if (!isFinished && estimate) run.broken.push({ usage: estimate, cost_usd: costOf(estimate, billing) });
  if (isFinished) for (const one of run.broken) bill.add(one.usage, one.cost_usd, "estimate");
}

/** A call without a key costs nobody anything, and a refused call costs nothing. */
function isBilled({ key }: Account, usage: Usage): boolean {
  return key !== "" && Object.values(usage).some((tokens) => tokens > 0);
}

export function settleFailure(run: FailoverRun, target: Target, failure: ModelFailure): void {
  if (refusesReasoning(failure, run.request)) {
    run.request = withoutReasoning(run.request);
    return;
  }
  const suspects = run.withheld.has(target.model.id) ? [] : suspectsIn(failure, run.sentRequest);
  if (suspects.length > 0) {
    run.withheld.set(target.model.id, suspects);
    return;
  }
  const { accounts, clock } = run.deps;
  run.tries.noteFailure(target, failure);
  run.failures.push({ target, failure });
  const cooling = coolingAfter(failure);
  if (cooling !== undefined) accounts.record(target.account, { cooling_until: clock.now() + cooling });
  if (failure.kind !== "auth") return;
  accounts.record(target.account, { disabled: { at: clock.now(), reason: failure.reason } });
}

export function settleSuccess(accounts: AccountStore, account: Account): void {
  if (accounts.snapshot().states.get(account.id)?.disabled) accounts.record(account, {});
}
