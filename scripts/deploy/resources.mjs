/**
 * Finds the resources that the Worker is bound to, and creates those that are missing. Each function tells whether its
 * resource was there.
 */
import { RIGHTS, resultOfCreation } from "./account.mjs";

/**
 * @callback AccountApi of one account
 * @param {string} path
 * @param {{body?: object, isRead?: boolean}} [options]
 * @returns {Promise<import("./cloudflare.mjs").Answer>}
 */

/** @typedef {"there" | "made"} Found */

/**
 * @param {AccountApi} api
 * @param {string} name
 * @returns {Promise<{id: string, found: Found}>}
 */
export async function ensureDatabase(api, name) {
  const answer = await api(`/d1/database/${name}`);
  if (answer.ok) return { id: answer.result.uuid, found: "there" };
  requireMissing(answer, `The database ${name}`);
  const database = resultOfCreation(await api("/d1/database", { body: { name } }), {
    what: `The database ${name}`,
    right: RIGHTS.database,
  });
  return { id: database.uuid, found: "made" };
}

/**
 * @param {AccountApi} api
 * @param {string} name
 * @returns {Promise<Found>}
 */
export async function ensureBucket(api, name) {
  const answer = await api(`/r2/buckets/${name}`);
  if (answer.ok) return "there";
  requireMissing(answer, `The bucket ${name}`);
  resultOfCreation(await api("/r2/buckets", { body: { name } }), {
    what: `The bucket ${name}`,
    right: RIGHTS.bucket,
  });
  return "made";
}

/**
 * @param {AccountApi} api
 * @param {string} name
 * @returns {Promise<Found>}
 */
export async function ensureQueue(api, name) {
  const answer = await api(`/queues?name=${name}`);
  if (!answer.ok)
    throw new Error(`The queue ${name} could not be looked for. Cloudflare says: ${answer.message}`);
  if (answer.result.some((/** @type {any} */ each) => each.queue_name === name)) return "there";
  resultOfCreation(await api("/queues", { body: { queue_name: name } }), {
    what: `The queue ${name}`,
    right: RIGHTS.queues,
  });
  return "made";
}

/**
 * Throws an Error unless Cloudflare answered that it doesn't exist.
 * @param {import("./cloudflare.mjs").Answer} answer
 * @param {string} what
 */
export function requireMissing(answer, what) {
  if (answer.ok || answer.status === 404) return;
  throw new Error(`${what} could not be looked for. Cloudflare says: ${answer.message}`);
}
