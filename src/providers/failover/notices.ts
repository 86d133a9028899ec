/** Notices about failed calls: what happened, which model answers instead, what to do. */
import type { ModelEvent, ModelFailure, ModelFailureKind } from "../../agent/ports/model.ts";
import type { Account, AccountState } from "../accounts.ts";
import { keyToCheck } from "../failures.ts";
import type { Target } from "./targets.ts";

type FailedTarget = { target: Target; failure: ModelFailure };

const WHAT: { [kind in ModelFailureKind]: string } = {
  rate_limited: "has reached its limit",
  overloaded: "is overloaded",
  server: "had an internal error",
  timeout: "did not answer in time",
  cut: "lost the connection",
  malformed: "sent an answer that cannot be read",
  auth: "refused the key",
  not_configured: "is not set up",
  bad_request: "did not accept the request",
  filtered: "filtered the request",
  context_too_long: "has too small a window for this conversation",
  aborted: "was stopped",
};

/** Why the requested model does not answer. */
export interface FailoverCause {
  /** Failures of the requested model and of others in this call. */
  failures: readonly FailedTarget[];
  /** `provider/model`, and its name for people. */
  requested: { id: string; name: string };
  /** Its accounts and their state before this call; empty when it has none. */
  accounts: readonly { account: Account; state: AccountState | undefined }[];
}

export function answersInstead(passed: FailoverCause, { model, provider }: Target): ModelEvent {
  const text = `${whyPassed(passed)}: ${model.label} (${provider.label}) answers instead.${nextStep(passed)}`;
  return { type: "notice", level: "info", text };
}

function whyPassed(passed: FailoverCause): string {
  const { requested, accounts } = passed;
  const own = ownFailure(passed);
  if (own) return whatFailed(own);
  if (accounts.length === 0) return `${requested.name} is not connected`;
  const off = accounts.every(({ state }) => state?.disabled !== undefined);
  return off
    ? `${requested.name} has no key that works`
    : `${requested.name} rests for a moment after it failed`;
}

/** A refused key is a person's to correct; everything else passes by itself. */
function nextStep(passed: FailoverCause): string {
  const own = ownFailure(passed);
  return own?.failure.kind === "auth" ? ` ${stepAt(own.target)}` : "";
}

function ownFailure({ failures, requested }: FailoverCause): FailedTarget | undefined {
  return failures.findLast(({ target }) => target.model.id === requested.id);
}

function stepAt({ provider, account }: Target): string {
  return keyToCheck({ provider, is_typed: !account.from_settings });
}

/** Names what failed: limits and keys are an account's, everything else is the model's. */
function whatFailed({ target, failure: { kind } }: FailedTarget): string {
  const { model, provider } = target;
  if (kind === "auth") return `${provider.label} refused the key of ${accountOf(target)}`;
  return `${kind === "rate_limited" ? accountOf(target) : `${model.label} (${provider.label})`} ${WHAT[kind]}`;
}

/** Keys from the settings already bear their provider's name. */
function accountOf({ provider: { label }, account }: Target): string {
  return account.label.startsWith(label) ? account.label : `${label}'s account "${account.label}"`;
}

export function tryingAgain(target: Target, failures: readonly FailedTarget[], ms: number): ModelEvent {
  const last = failures.findLast((entry) => entry.target.provider.name === target.provider.name);
  const what = last ? whatFailed(last) : `${accountOf(target)} rests`;
  const text = `${what}. Trying again in ${Math.ceil(ms / 1_000)} s.`;
  return { type: "notice", level: "info", text };
}

/** Accounts whose key was refused before this target answered, unless `answersInstead` says so. */
export function keysRefused(passed: FailoverCause, { model }: Target): ModelEvent[] {
  const told = model.id === passed.requested.id ? undefined : ownFailure(passed);
  return passed.failures
    .filter((failed) => failed.failure.kind === "auth" && failed !== told)
    .map(({ target }) => {
      const text = `${target.provider.label} refused the key of ${accountOf(target)}, which is switched off now. ${stepAt(target)}`;
      return { type: "notice", level: "warning", text };
    });
}

/** The first model's failure, with a word on the others. `failures` may be empty. */
export function withOthers(failures: readonly FailedTarget[], primary: string): ModelFailure {
  const named = failures.findLast(({ target }) => target.model.id === primary) ?? failures.at(-1);
  if (!named)
    return {
      kind: "rate_limited",
      retryable: true,
      reason: "No account can answer now. Try again in a few minutes.",
    };
  const others = new Set(failures.map(({ target }) => target.model.label));
  others.delete(named.target.model.label);
  if (others.size === 0) return named.failure;
  return {
    ...named.failure,
    reason: `${named.failure.reason} (${[...others].join(", ")} could not answer either.)`,
  };
}
