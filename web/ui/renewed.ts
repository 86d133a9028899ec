/** A part of the app that cannot be loaded any more: the instance was renewed since the page was opened. */

const STORED = "nightjar:renewed";
/** A page that was loaded anew and lacks its parts again has another fault. */
const ONCE_IN_MS = 60_000;

/** The page is loaded anew, once, if the instance can be reached: what was being written is kept by the composer. */
export function followRenewal(): void {
  window.addEventListener("vite:preloadError", () => void renew());
}

async function renew(): Promise<void> {
  const before = Number(sessionStorage.getItem(STORED) ?? 0);
  if (Date.now() - before < ONCE_IN_MS) return;
  const reached = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => undefined);
  if (!reached?.ok) return;
  sessionStorage.setItem(STORED, String(Date.now()));
  location.reload();
}
