/** What is done after a while, unless it is taken back: at once when the page is left. */

const waiting = new Map<() => void, ReturnType<typeof setTimeout>>();

/** `ms` from now. The returned function takes it back: true when there was still time. */
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
