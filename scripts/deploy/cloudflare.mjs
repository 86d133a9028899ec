/**
 * Client of Cloudflare's API for checks and creations before an upload. Its codes tell "is not there" from "may not"
 * and from "not now", which wrangler's output does not, and each of wrangler's commands takes two seconds to start.
 */
import { setTimeout as pause } from "node:timers/promises";
import { ask } from "../start/running/ask.mjs";

const BASE = "https://api.cloudflare.com/client/v4";
const TRIES = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 30_000;

/** @typedef {{ok: true, result: any} | {ok: false, status: number, code: number, message: string}} Answer */

/**
 * @callback Api
 * @param {string} path
 * @param {{body?: object, isRead?: boolean}} [options] with a body it is a POST, which is sent again only if it reads
 * @returns {Promise<Answer>} rejects when Cloudflare can't be reached, or fails again and again
 */

export class NoLogin extends Error {}

/**
 * Throws a NoLogin with wrangler's own words when there is none.
 * @param {import("./steps.mjs").Wrangler} wrangler
 * @param {{base?: string | undefined, pauseMs?: number}} [options]
 * @returns {Promise<Api>}
 */
export async function connect(wrangler, { base = BASE, pauseMs = PAUSE_MS } = {}) {
  const headers = { ...(await credentials(wrangler)), "content-type": "application/json" };
  return async (path, { body, isRead = body === undefined } = {}) => {
    const question = {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? "" : JSON.stringify(body),
      timeoutMs: TIMEOUT_MS,
    };
    for (let left = isRead ? TRIES : 1; ; left -= 1) {
      const { answer, problem } = await askOnce(base + path, question);
      if (answer !== undefined) return answer;
      if (left === 1) throw new Error(`${problem}\nNothing is lost: run "npm run deploy" again.`);
      await pause(pauseMs);
    }
  };
}

/**
 * @param {import("./steps.mjs").Wrangler} wrangler
 * @returns {Promise<Record<string, string>>}
 */
async function credentials(wrangler) {
  const { ok, stdout, output } = await wrangler(["auth", "token", "--json"]);
  const found = ok ? parsed(stdout) : undefined;
  if (typeof found?.token === "string") return { authorization: `Bearer ${found.token}` };
  if (typeof found?.key === "string") return { "x-auth-key": found.key, "x-auth-email": String(found.email) };
  throw new NoLogin(
    `There is no login to Cloudflare. Run "npx wrangler login", or set CLOUDFLARE_API_TOKEN, then "npm run deploy" again.\nwrangler says:\n${output.trim()}`,
  );
}

/**
 * `problem` is set when the failure may pass in a moment.
 * @param {string} url
 * @param {Parameters<typeof ask>[1]} question
 * @returns {Promise<{answer?: Answer, problem?: string}>}
 */
async function askOnce(url, question) {
  try {
    const { status, body } = await ask(url, question);
    if (status === 429 || status >= 500)
      return { problem: `Cloudflare answered ${status}: ${wordsOf(body)}` };
    return { answer: readAnswer(status, body) };
  } catch (error) {
    return { problem: `Cloudflare can't be reached: ${error instanceof Error ? error.message : error}.` };
  }
}

/**
 * @param {number} status
 * @param {string} body
 * @returns {Answer}
 */
function readAnswer(status, body) {
  const envelope = parsed(body);
  if (status < 300 && envelope?.success === true) return { ok: true, result: envelope.result };
  return { ok: false, status, code: Number(envelope?.errors?.[0]?.code ?? 0), message: wordsOf(body) };
}

/** @param {string} body */
function wordsOf(body) {
  const [first] = parsed(body)?.errors ?? [];
  return first === undefined ? body.slice(0, 300) : `${first.message} [code: ${first.code}]`;
}

/**
 * @param {string} text
 * @returns {any} undefined when it is no JSON
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
