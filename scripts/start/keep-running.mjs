/** Starts the server again when it ends by itself or hangs, but not for ever. */
import { whenHanging } from "./health.mjs";
import { startServer } from "./server.mjs";

const MOST_RESTARTS = 5;
const WITHIN_MS = 10 * 60_000;

/**
 * Resolves when a stop was asked for. Throws an Error when the server does not stay up.
 * @param {object} instance
 * @param {import("./server.mjs").Server} instance.server the running one
 * @param {import("./settings.mjs").StartSettings} instance.settings
 * @param {string} instance.url
 * @param {(server: import("./server.mjs").Server) => void} instance.replaced told of each new server
 * @param {() => boolean} instance.isStopping
 */
export async function keepRunning({ server: first, settings, url, replaced, isStopping }) {
  /** @type {number[]} */
  let restarts = [];
  for (let server = first; ; ) {
    const problem = await whatEnds(server, url);
    if (isStopping()) return;
    await server.stop();
    restarts = [...restarts.filter((at) => Date.now() - at < WITHIN_MS), Date.now()];
    if (restarts.length > MOST_RESTARTS)
      throw new Error(`The server ${problem}, again and again:\n${server.output()}`);
    console.error(`The server ${problem}: starting it again. Turns that were running go on.`);
    server = startServer(settings);
    replaced(server);
  }
}

/**
 * @param {import("./server.mjs").Server} server
 * @param {string} url
 */
async function whatEnds({ ended, suspicion }, url) {
  const watching = new AbortController();
  const problem = await Promise.race([
    ended.then((code) => `has ended by itself (exit code ${code})`),
    whenHanging({ url, suspicion, signal: watching.signal }).then(() => "does not answer"),
  ]);
  watching.abort();
  return problem;
}
