/** Stop requests: Ctrl-C, SIGTERM, a closed terminal or a killed npm end the whole instance. */
import { commandOf, isAlive, parentOf } from "./process-tree.mjs";

const WATCH_MS = 1000;

/**
 * @param {() => Promise<void>} stop
 * @returns {() => boolean} whether a stop has been asked for
 */
export function onStopRequest(stop) {
  let isRequested = false;
  const request = () => {
    isRequested = true;
    stop().catch((error) => console.error(error));
  };
  for (const signal of /** @type {NodeJS.Signals[]} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, request);
  }
  watchParent(request);
  return () => isRequested;
}

/** npm passes no signal on when it is killed outright: then its process is missing. */
function watchParent(/** @type {() => void} */ request) {
  const npm = npmAbove();
  if (npm === undefined) return;
  const timer = setInterval(() => {
    if (isAlive(npm)) return;
    clearInterval(timer);
    request();
  }, WATCH_MS);
  timer.unref();
}

/** npm runs its scripts through a shell, which may or may not stay in between. */
function npmAbove() {
  if (process.env["npm_lifecycle_event"] === undefined) return undefined;
  const parent = process.ppid;
  const candidates = [parent, parentOf(parent)];
  return candidates.find((pid) => pid !== undefined && /\bnpm\b/.test(commandOf(pid) ?? ""));
}
