/** One call at a time in a browser, which has one microphone: two tabs would say each word twice. */
import { wasCalling } from "./running-call.ts";

const NAME = "nightjar:call";

/** The page that is left gives its call back only a moment after its successor has begun. */
const LEFT_WITHIN_MS = 1_000;

/** Takes the call over from another tab. `lost`: another tab has taken it over. The returned function gives it back. */
export function holdCall(lost: () => void): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stolen = (problem: unknown) => problem instanceof DOMException && problem.name === "AbortError";
  void navigator.locks
    ?.request(NAME, { steal: true }, () => promise)
    .catch((problem) => stolen(problem) && lost());
  return resolve;
}

/** Whether the page was reloaded in a call of that conversation, and goes on with it: a copy of the tab does not. */
export async function goesOn(conversation: string | null): Promise<boolean> {
  if (!wasCalling(conversation) || !navigator.locks) return false;
  const signal = AbortSignal.timeout(LEFT_WITHIN_MS);
  return navigator.locks.request(NAME, { signal }, () => true).catch(() => false);
}
