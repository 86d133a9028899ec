/** Versions of a Worker that were deployed, as Cloudflare keeps them: the newest hundred. */
import { readTag } from "./forms.mjs";

/** @typedef {import("./resources.mjs").AccountApi} AccountApi */

/**
 * @typedef {object} Version
 * @property {string} id
 * @property {number} number
 * @property {string} at when it was uploaded, ISO 8601
 * @property {string} message
 * @property {import("./forms.mjs").Tagged | undefined} tagged
 */

const NO_SUCH_WORKER = 10007;

/**
 * The version that answers now; undefined when the Worker is not there.
 * @param {AccountApi} api
 * @param {string} worker
 * @returns {Promise<Version | undefined>}
 */
export async function currentVersion(api, worker) {
  const [current] = await deployedVersions(api, worker);
  return current === undefined ? undefined : versionOf(api, worker, current);
}

/**
 * The version that answers now, and the one that was deployed before it and is older.
 * @param {AccountApi} api
 * @param {string} worker
 * @returns {Promise<{current: Version | undefined, before: Version | undefined}>}
 */
export async function lastTwo(api, worker) {
  const [first, ...others] = await deployedVersions(api, worker);
  if (first === undefined) return { current: undefined, before: undefined };
  const current = await versionOf(api, worker, first);
  // Newer versions may stand in between, after a rollback.
  for (const id of others) {
    const version = await versionOf(api, worker, id);
    if (version.number < current.number) return { current, before: version };
  }
  return { current, before: undefined };
}

/**
 * @param {AccountApi} api
 * @param {string} worker
 * @returns {Promise<string[]>} ids, newest deployment first, each once
 */
async function deployedVersions(api, worker) {
  const answer = await api(`/workers/scripts/${worker}/deployments`);
  if (!answer.ok && (answer.status === 404 || answer.code === NO_SUCH_WORKER)) return [];
  if (!answer.ok) throw new Error(`The deployments could not be read. Cloudflare says: ${answer.message}`);
  const ids = answer.result.deployments.flatMap((/** @type {any} */ { versions = [] }) =>
    versions.map((/** @type {any} */ { version_id }) => String(version_id)),
  );
  return [...new Set(/** @type {string[]} */ (ids))];
}

/**
 * @param {AccountApi} api
 * @param {string} worker
 * @param {string} id
 * @returns {Promise<Version>}
 */
async function versionOf(api, worker, id) {
  const answer = await api(`/workers/scripts/${worker}/versions/${id}`);
  if (!answer.ok) throw new Error(`The version ${id} could not be read. Cloudflare says: ${answer.message}`);
  const { number, metadata, annotations } = answer.result;
  return {
    id,
    number: Number(number),
    at: String(metadata?.created_on ?? ""),
    message: String(annotations?.["workers/message"] ?? "unnamed"),
    tagged: readTag(annotations?.["workers/tag"]),
  };
}

/**
 * Throws an Error that says what to do where Cloudflare refuses.
 * @param {AccountApi} api
 * @param {string} worker
 * @param {Version} version
 */
export async function deployVersion(api, worker, { id, message }) {
  const body = {
    strategy: "percentage",
    versions: [{ version_id: id, percentage: 100 }],
    annotations: { "workers/message": `Back to ${message}` },
  };
  // Secrets belong to the version: those that were set later go with the version that is left.
  const answer = await api(`/workers/scripts/${worker}/deployments?force=true`, { body });
  if (answer.ok) return;
  throw new Error(
    `Cloudflare does not bring that version back: ${answer.message}\nNothing was changed. A kind of object that came with the newer version forbids it: deploy the older Nightjar as another instance (--name), and restore the backup there.`,
  );
}
