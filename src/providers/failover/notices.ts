/** What people are told of failed calls: what happened, who answers, what to do. */
import type { ModelEvent, ModelFailure, ModelFailureKind } from "../../agent/ports/model.ts";
import type { Target } from "./targets.ts";

type Failed = { target: Target; failure: ModelFailure };

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

/** `failed` is not empty. */
export function answersInstead(failed: readonly Failed[], target: Target): ModelEvent {
  const first = failed[0];
  const what = first
    ? `${first.target.model.label} (${first.target.provider.label}) ${WHAT[first.failure.kind]}`
    : "";
  return {
    type: "notice",
    level: "info",
    text: `${what}: ${target.model.label} (${target.provider.label}) answers instead.`,
  };
}

export function tryingAgain(target: Target, failed: readonly Failed[], ms: number): ModelEvent {
  const last = failed.findLast((entry) => entry.target.provider.name === target.provider.name);
  const what = WHAT[last?.failure.kind ?? "rate_limited"];
  const text = `${target.provider.label} ${what}. Trying again in ${Math.ceil(ms / 1_000)} s.`;
  return { type: "notice", level: "info", text };
}

export function keyRefused({ provider, account }: Target): ModelEvent {
  const where = provider.key_variable ?? "the account's key";
  const text = `${provider.label} refused the key of the account "${account.label}", which is switched off now. Correct ${where}, or the account in the settings.`;
  return { type: "notice", level: "warning", text };
}

/** The first model's failure, with a word on the others. `failed` may be empty. */
export function withOthers(failed: readonly Failed[], primary: string): ModelFailure {
  const told = failed.findLast(({ target }) => target.model.id === primary) ?? failed.at(-1);
  if (!told)
    return {
      kind: "rate_limited",
      retryable: true,
      reason: "No account can answer now. Try again in a few minutes.",
    };
  const others = new Set(failed.map(({ target }) => target.model.label));
  others.delete(told.target.model.label);
  if (others.size === 0) return told.failure;
  return {
    ...told.failure,
    reason: `${told.failure.reason} (${[...others].join(", ")} could not answer either.)`,
  };
}
