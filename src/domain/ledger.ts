/** Purpose of those rows of the cost ledger whose usage is estimated: nobody was told what the call took, since the machine died or somebody stopped it. */
export const INTERRUPTED = "interrupted";

/** Who says what a call cost. Absent: it is counted from its tokens and the prices known here. */
export type CostSource = "provider";
