/** Delayed actions that can be cancelled. They run at once when the page is left. */

const waiting = new Map<() => void, ReturnType<typeof setTimeout>>();

/** Runs `ms` from now. The returned function cancels: true when there was still time. */
export function later(ms: number, run: () => void): () => boolean {
  const act = () => {
    waiting.delete(act);
    run();
  };
  waiting.set(act, setTimeout(act, ms));
  return () => {
    clearTimeout(waiting.get(act));
    return waiting.delete(act);
  };
}

globalThis.addEventListener?.("pagehide", () => {
  for (const [act, timer] of [...waiting]) {
    clearTimeout(timer);
    act();
  }
});
