/** The app without a network: its service worker caches the data that a person has read, until they sign out. */

const WORKER = "/sw.js";
const READING = "nightjar-reading";
const SHARED = "nightjar-shared";
/** The page itself is loaded by then. */
const AFTER_MS = 3_000;

/** Without service workers, or at an insecure address, the app needs its network. */
export function keepForOffline(): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const timer = setTimeout(() => {
    navigator.serviceWorker.register(WORKER).catch(() => undefined);
  }, AFTER_MS);
  return () => clearTimeout(timer);
}

/** Call it after a sign-out: the next person in this browser must not read anything of the last one's. */
export function forgetRead(): void {
  if (!("caches" in globalThis)) return;
  for (const name of [READING, SHARED]) void caches.delete(name).catch(() => undefined);
}
