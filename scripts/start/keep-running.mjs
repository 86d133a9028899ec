/** Restarts the server when it ends by itself or hangs, without limit as long as it answers in between. */
import { setTimeout as pause } from "node:timers/promises";
import { whenHanging } from "./running/health.mjs";

/**
 * @typedef {object} Server
 * @property {Promise<number>} ended the exit code, once it is gone
 * @property {() => Promise<void>} stop ends every process of it; may be called twice
 * @property {() => boolean} hasEnded
 * @property {() => string} output the last lines it wrote, for an error report
 * @property {{isRaised: boolean, hasAnswered: boolean}} suspicion raised when a part of it has crashed: then it is worth a close look
 * @property {() => import("./activity.mjs").Activity} activity of all its processes
 * @property {Promise<Controls>} controls never settles when it ends before it listens
 * @property {boolean} isOutdated another is to take its place, once it has ended
 *
 * @typedef {object} Controls addresses that do what the local runtime can't do by itself
 * @property {string} cron
 * @property {string} mail
 */

/** Starts in a row that never answered, after which somebody has to mend something first. */
const MOST_VAIN_STARTS = 5;
/**
 * Pauses before the second, third ... start in a row: a server that crashes at once is not restarted without a pause.
 */
const PAUSES_MS = [0, 1_000, 5_000, 15_000, 30_000];
const WITHIN_MS = 10 * 60_000;

/**
 * Resolves when a stop was requested. Throws an Error when the server does not stay up.
 * @param {object} instance
 * @param {() => Server} instance.current the running one
 * @param {() => void} instance.renew starts another in its place
 * @param {string} instance.url
 * @param {() => boolean} instance.isStopping
 */
export async function keepRunning({ current, renew, url, isStopping }) {
  /** @type {number[]} */
  let restarts = [];
  let vain = 0;
  for (;;) {
    const server = current();
    const problem = await whatEnds(server, url);
    if (isStopping()) return;
    await server.stop();
    if (server.isOutdated) {
      renew();
      continue;
    }
    vain = server.suspicion.hasAnswered ? 0 : vain + 1;
    if (vain >= MOST_VAIN_STARTS)
      throw new Error(`The server ${problem}, again and again, and never answered:\n${server.output()}`);
    restarts = [...restarts.filter((at) => Date.now() - at < WITHIN_MS), Date.now()];
    await breath(restarts.length, isStopping);
    if (isStopping()) return;
    console.error(`The server ${problem}: starting it again. Turns that were running go on.`);
    renew();
  }
}

/**
 * @param {number} restarts within the last minutes, this one among them
 * @param {() => boolean} isStopping
 */
async function breath(restarts, isStopping) {
  const until = Date.now() + (PAUSES_MS[Math.min(restarts, PAUSES_MS.length) - 1] ?? 0);
  while (Date.now() < until && !isStopping()) await pause(100);
}

/**
 * @param {Server} server
 * @param {string} url
 */
async function whatEnds({ ended, suspicion, activity }, url) {
  const watching = new AbortController();
  const problem = await Promise.race([
    ended.then((code) => `has ended by itself (exit code ${code})`),
    whenHanging({ url, suspicion, activity, signal: watching.signal }).then(() => "does not answer"),
  ]);
  watching.abort();
  return problem;
}
