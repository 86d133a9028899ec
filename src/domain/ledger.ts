/** Purpose of those rows of the cost ledger whose usage is estimated: nobody was told what the call took. */
export const INTERRUPTED = "interrupted";
