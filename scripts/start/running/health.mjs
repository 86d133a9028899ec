/** Detects a server that runs and does not answer: wrangler's proxy can be lost while wrangler stays. */
import { isComputing } from "../activity.mjs";
import { ask } from "./ask.mjs";

/** Before its first answer: a start may take long on a slow machine, and many runtimes end by themselves. */
const STARTING = { pauseMs: 500, timeoutMs: 5000, failures: 240 };
const USUAL = { pauseMs: 5000, timeoutMs: 5000, failures: 4 };
/** After wrangler reported a crashed runtime, or when nobody listens any more. */
const SUSPICIOUS = { pauseMs: 500, timeoutMs: 2000, failures: 3 };
/** A computing server is busy and not dead; but only an endless loop takes longer than this. */
const MOST_BUSY_MS = 180_000;

/**
 * @typedef {object} Watch
 * @property {boolean} hasAnswered
 * @property {boolean} isSuspicious
 * @property {number} failures in a row
 * @property {number | undefined} silentSince ms
 *
 * @typedef {object} Look
 * @property {"answers" | "refuses" | "fails"} look
 * @property {boolean} wasComputing meanwhile
 * @property {number} at ms
 */

/**
 * Resolves when the server hangs, or when the signal is aborted.
 * @param {object} server
 * @param {string} server.url
 * @param {{isRaised: boolean, hasAnswered: boolean}} server.suspicion
 * @param {AbortSignal} server.signal
 * @param {() => import("../activity.mjs").Activity} server.activity
 */
export async function whenHanging({ url, suspicion, signal, activity }) {
  /** @type {Watch} */
  let watch = {
    hasAnswered: suspicion.hasAnswered,
    isSuspicious: false,
    failures: 0,
    silentSince: undefined,
  };
  while (!signal.aborted) {
    watch = { ...watch, isSuspicious: watch.isSuspicious || suspicion.isRaised };
    const { pauseMs, timeoutMs } = paceOf(watch);
    await pauseFor(pauseMs, signal);
    if (signal.aborted) return;
    const began = { at: Date.now(), activity: activity() };
    const look = await lookAt(url, timeoutMs);
    const at = Date.now();
    const wasComputing = look === "fails" && isComputing(began.activity, activity(), at - began.at);
    // A crash reported during the look counts.
    watch = afterLook(
      { ...watch, isSuspicious: watch.isSuspicious || suspicion.isRaised },
      { look, wasComputing, at },
    );
    suspicion.hasAnswered = watch.hasAnswered;
    suspicion.isRaised = watch.isSuspicious;
    if (isHanging(watch, { look, wasComputing, at })) return;
  }
}

/** @param {Watch} watch */
function paceOf({ hasAnswered, isSuspicious }) {
  if (!hasAnswered) return STARTING;
  return isSuspicious ? SUSPICIOUS : USUAL;
}

/**
 * @param {Watch} watch
 * @param {Look} look
 * @returns {Watch}
 */
export function afterLook(watch, { look, at }) {
  if (look === "answers")
    return { hasAnswered: true, isSuspicious: false, failures: 0, silentSince: undefined };
  return {
    ...watch,
    isSuspicious: watch.isSuspicious || look === "refuses",
    failures: watch.failures + 1,
    silentSince: watch.silentSince ?? at,
  };
}

/**
 * @param {Watch} watch after the look
 * @param {Look} look
 */
export function isHanging(watch, { look, wasComputing, at }) {
  if (watch.failures < paceOf(watch).failures) return false;
  // A refused connection means that nobody listens, whatever else computes.
  const isBusy = look === "fails" && wasComputing && at - (watch.silentSince ?? at) < MOST_BUSY_MS;
  return !isBusy;
}

/**
 * @param {string} url
 * @param {number} milliseconds
 * @returns {Promise<Look["look"]>}
 */
async function lookAt(url, milliseconds) {
  try {
    await ask(`${url}/api/v1/health`, { timeoutMs: milliseconds });
    return "answers";
  } catch (error) {
    // A server that cuts the connection or stays silent may be busy; a refused connection means that there is none.
    return error instanceof Error && "code" in error && error.code === "ECONNREFUSED" ? "refuses" : "fails";
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pauseFor(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    signal.addEventListener("abort", done);
  });
}
