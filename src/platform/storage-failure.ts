/**
 * Failures of the storage itself. A disk that is full or can't be written reaches the code as an error without words: the runtime keeps
 * SQLite's own for its log.
 */
const WORDLESS = /\binternal error; reference = /;
const WORDS = /\bSQLITE_(FULL|IOERR|READONLY|CANTOPEN)/;
/** Errors wrap others: a query's holds the database's, which holds the runtime's. */
const MOST_WRAPPED = 5;

/** Tells a failure of the storage from a fault in the code, also where it is the cause of another error. */
export function isStorageFailure(problem: unknown): boolean {
  let current = problem;
  for (let depth = 0; depth < MOST_WRAPPED && current instanceof Error; depth++) {
    if (WORDLESS.test(current.message) || WORDS.test(current.message)) return true;
    current = current.cause;
  }
  return false;
}
