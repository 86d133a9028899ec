/** Ctrl-C, SIGTERM, a closed terminal, or a killed npm: each ends the whole instance. */

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

/** npm that is killed outright passes no signal on: then our parent changes. */
function watchParent(/** @type {() => void} */ request) {
  if (process.env["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    request();
  }, WATCH_MS);
  timer.unref();
}
