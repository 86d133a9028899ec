import { router } from "../browser/router.svelte.ts";

/** Opens a clicked notification's place in this page. The returned function ends that. */
export function followNotifications(): () => void {
  if (!("serviceWorker" in navigator)) return () => undefined;
  const go = ({ data }: MessageEvent<{ type?: unknown; path?: unknown }>) => {
    if (data?.type === "go" && typeof data.path === "string" && /^\/[^/\\]/.test(data.path))
      router.go(data.path);
  };
  navigator.serviceWorker.addEventListener("message", go);
  return () => navigator.serviceWorker.removeEventListener("message", go);
}
