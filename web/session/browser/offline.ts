/** The app without a network: its service worker keeps what was read, until whoever read it signs out. */

const WORKER = "/sw.js";
const READING = "nightjar-reading";
const SHARED = "nightjar-shared";
/** The page itself has come by then. */
const AFTER_MS = 3_000;

/** Where a browser has no service workers, or the address is not secure, the app needs its network. */
export function keepForOffline(): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const timer = setTimeout(() => {
    navigator.serviceWorker.register(WORKER).catch(() => undefined);
  }, AFTER_MS);
  return () => clearTimeout(timer);
}

/** Somebody has signed out: the next who opens this browser reads nothing of theirs. */
export function forgetRead(): void {
  if (!("caches" in globalThis)) return;
  for (const name of [READING, SHARED]) void caches.delete(name).catch(() => undefined);
}
