/**
 * Asks an object, and asks once more when it was reset under the question, as by a new version of the code. A stub whose
 * call failed is of no use any more, so the second question has its own.
 */
export async function askAgain<S, T>(open: () => S, ask: (stub: S) => Promise<T>): Promise<T> {
  try {
    return await ask(open());
  } catch (problem) {
    if (!wasReset(problem)) throw problem;
    return ask(open());
  }
}

/** What the platform says of such an error; one that is overloaded must not be asked again at once. */
function wasReset(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { retryable, durableObjectReset, overloaded } = problem as Error & Record<string, unknown>;
  return overloaded !== true && (retryable === true || durableObjectReset === true);
}
