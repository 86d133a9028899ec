/** Waits until the server answers, then asks it for a one-time sign-in link. */
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "./ask.mjs";

const PATIENCE_MS = 60_000;
const PAUSE_MS = 50;
/** Timeout of the first try; it doubles with each try that the server was too slow for. */
const FIRST_TRY_MS = 1_000;
const LONGEST_TRY_MS = 10_000;

/**
 * Throws an Error that says what to do when there is no link to be had.
 * @param {{url: string, token: string | undefined, hasEnded: () => boolean, tryMs?: number}} server
 * @returns {Promise<{url: string, expires_at: string}>}
 */
export async function requestSignInLink({ url, token, hasEnded, tryMs = FIRST_TRY_MS }) {
  const deadline = Date.now() + PATIENCE_MS;
  for (let most = tryMs; Date.now() < deadline && !hasEnded(); ) {
    const begun = Date.now();
    const answer = await askOnce(url, token ?? "", most);
    if (answer !== undefined) return readLink(answer, url);
    // The server took the request and was too slow to answer it; a server that is not listening yet refuses at once.
    if (Date.now() - begun >= most) most = Math.min(most * 2, LONGEST_TRY_MS);
    await pause(PAUSE_MS);
  }
  throw new Error(
    hasEnded() ? "The server ended while it was starting." : "The server did not answer in time.",
  );
}

/**
 * The whole answer; undefined when it did not come in time: a starting server may take the request long before it can
 * answer it.
 * @param {string} url
 * @param {string} token
 * @param {number} tryMs
 */
async function askOnce(url, token, tryMs) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  try {
    return await ask(`${url}/api/v1/auth/links`, { method: "POST", headers, body: "{}", timeoutMs: tryMs });
  } catch {
    // Not listening yet, or too slow this time.
    return undefined;
  }
}

/**
 * Throws an Error that says what to do when the answer is no link.
 * @param {{status: number, body: string}} answer
 * @param {string} base
 * @param {string} [varsFile] where the token stands
 */
export function readLink({ status, body }, base, varsFile = ".dev.vars") {
  if (status >= 200 && status < 300) {
    const link = JSON.parse(body);
    return { url: new URL(link.url, base).href, expires_at: String(link.expires_at) };
  }
  if (status === 401) {
    throw new Error(
      `The server refused ADMIN_TOKEN. Give it a value of at least 16 characters in ${varsFile}, or delete its line there and start again.`,
    );
  }
  throw new Error(`The server gave no sign-in link (${status}): ${reasonIn(body)}`);
}

/** @param {string} body */
function reasonIn(body) {
  try {
    return String(JSON.parse(body).reason ?? body);
  } catch {
    return body.slice(0, 2000);
  }
}
