/** Result of one check of the instance. */

export const FINDING_STATES = ["ok", "warning", "problem", "off"] as const;

export interface Finding {
  /** Name of the check, for programs. */
  check: string;
  /** Subject, in words. */
  title: string;
  /** `off`: it is not set up, so there is nothing to check. */
  state: (typeof FINDING_STATES)[number];
  /** Sentence about what was found. */
  detail: string;
  /** Sentence about what to do; null: nothing. */
  mend: string | null;
}

/** A check without the names that its record has. */
export type CheckResult = Pick<Finding, "state" | "detail"> & { mend?: string };

export function fine(detail: string): CheckResult {
  return { state: "ok", detail };
}

export function problem(detail: string, mend: string): CheckResult {
  return { state: "problem", detail, mend };
}

export function warning(detail: string, mend: string): CheckResult {
  return { state: "warning", detail, mend };
}

export function off(detail: string): CheckResult {
  return { state: "off", detail };
}
