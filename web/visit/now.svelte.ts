/** The current time for pages: it advances while somebody looks. */

const EVERY_MS = 1_000;

let ms = $state(Date.now());
let lookers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

export const now = {
  /** ms since the epoch. */
  get ms(): number {
    return ms;
  },
};

/** Keeps the time advancing until the returned function is called; for `$effect`. */
export function keepTime(): () => void {
  lookers += 1;
  ms = Date.now();
  timer ??= setInterval(() => {
    ms = Date.now();
  }, EVERY_MS);
  return () => {
    lookers -= 1;
    if (lookers > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}
