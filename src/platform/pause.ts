/** Resolves after so many ms. 0 lets what else waits for the isolate's one thread run first. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
