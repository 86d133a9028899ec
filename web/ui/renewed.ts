/** Handles parts of the app that can no longer be loaded because the instance was updated after the page was opened. */

const STORED = "nightjar:renewed";
/** If parts are missing again this soon after a reload, the cause is another one. */
const ONCE_IN_MS = 60_000;

/** Reloads the page once, if the instance can be reached; the composer keeps the draft. */
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
