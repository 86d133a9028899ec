/** Kinds of failure of an account's test, for pages that say them in the reader's language. */
import type { ModelFailure } from "../../agent/ports/model.ts";

export const PROBE_PROBLEMS = [
  "key_refused",
  "unreachable",
  "no_such_host",
  "not_allowed",
  "not_a_model_server",
  "no_models",
  "no_credit",
  "other",
] as const;

export type ProbeProblem = (typeof PROBE_PROBLEMS)[number];

export function problemOf({ kind, refusal }: ModelFailure): ProbeProblem {
  if (kind === "auth") return "key_refused";
  if (kind === "cut" || kind === "timeout") return "unreachable";
  return kind === "rate_limited" && refusal === "final" ? "no_credit" : "other";
}
