/**
 * Calls an object and retries once when the call was cut off by a reset, such as a new version of the code. A
 * stub whose call failed is unusable, so the retry opens its own.
 */
export async function askAgain<S, T>(open: () => S, ask: (stub: S) => Promise<T>): Promise<T> {
  try {
    return await ask(open());
  } catch (problem) {
    if (!wasReset(problem)) throw problem;
    return ask(open());
  }
}

/** The platform's marks of a retryable error. An overloaded object must not be called again at once. */
function wasReset(problem: unknown): boolean {
  if (!(problem instanceof Error)) return false;
  const { retryable, durableObjectReset, overloaded } = problem as Error & Record<string, unknown>;
  return overloaded !== true && (retryable === true || durableObjectReset === true);
}
