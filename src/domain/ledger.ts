/**
 * Purpose of ledger rows with estimated usage: the machine died or somebody stopped the call, so its true
 * usage is unknown.
 */
export const INTERRUPTED = "interrupted";

/**
 * Source of a call's cost. Absent: computed from its tokens and the prices known here; `estimate`: from tokens that
 * its provider did not report.
 */
export type CostSource = "provider" | "estimate";
