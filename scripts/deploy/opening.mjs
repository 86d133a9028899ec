/** First contact with a Worker that was just deployed: asks it for a one-time sign-in link. */
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "../start/running/ask.mjs";
import { readLink } from "../start/running/sign-in.mjs";

/** A new address of workers.dev was seen to answer 404, 5xx or with no certificate for its first seconds. */
const PATIENCE_MS = 90_000;
const PAUSE_MS = 1_000;
const TRY_MS = 10_000;
/** Nightjar's own answers are final, except those of the previous version, which may answer a little longer. */
const OWN_TRIES = 3;

/**
 * @typedef {object} Opening
 * @property {string} url
 * @property {string} token
 * @property {string} varsFile where the token stands
 * @property {number} [patienceMs]
 * @property {number} [pauseMs]
 */

/**
 * Throws an Error with the last reason when there is no link to be had.
 * @param {Opening} opening
 * @returns {Promise<{url: string, expires_at: string}>}
 */
export async function waitForLink({ url, token, varsFile, patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }) {
  const deadline = Date.now() + patienceMs;
  for (let own = 0; ; ) {
    const outcome = await tryOnce(url, token, varsFile);
    if ("link" in outcome) return outcome.link;
    if (outcome.isOwn) own += 1;
    if (own === OWN_TRIES || Date.now() + pauseMs > deadline) throw outcome.problem;
    await pause(pauseMs);
  }
}

/**
 * @param {string} url
 * @param {string} token
 * @param {string} varsFile
 */
async function tryOnce(url, token, varsFile) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  /** @type {{status: number, body: string} | undefined} */
  let answer;
  try {
    answer = await ask(`${url}/api/v1/auth/links`, {
      method: "POST",
      headers,
      body: "{}",
      timeoutMs: TRY_MS,
    });
    return { link: readLink(answer, url, varsFile) };
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error));
    return { problem, isOwn: answer !== undefined && isNightjars(answer) };
  }
}

/**
 * Whether the answer is Nightjar's: proxies in front of an address answer with pages.
 * @param {{status: number, body: string}} answer
 */
function isNightjars({ status, body }) {
  try {
    return status >= 400 && typeof JSON.parse(body).reason === "string";
  } catch {
    return false;
  }
}
