/** A sample of conversations: what people read of them, to be compared after a restore. */

/** @typedef {import("./archive/archive.mjs").Archive} Archive */
/** @typedef {import("./archive/manifest.mjs").Sample} Sample */
/** @typedef {import("./source.mjs").Source} Source */

const MOST = 25;
/** Conversations written to more recently are still changing. */
const QUIET_MS = 60_000;

/**
 * @param {Source} source
 * @param {Archive} archive which names the content
 * @returns {Promise<Sample[]>}
 */
export async function sampleOf(source, archive) {
  const { items } = await source.again("GET /conversations?limit=100");
  const quiet = items.filter(
    (/** @type {{updated_at: string}} */ { updated_at }) => Date.parse(updated_at) < Date.now() - QUIET_MS,
  );
  /** @type {Sample[]} */
  const samples = [];
  for (const { id } of spread(quiet, MOST))
    samples.push({ id, messages: await contentOf(source, archive, id) });
  return samples;
}

/**
 * @param {Source} source
 * @param {Archive} archive
 * @param {string} id
 * @returns {Promise<string>} the name of its newest messages as the API gives them
 */
export async function contentOf(source, archive, id) {
  const { items } = await source.again(`GET /conversations/${id}/messages?limit=200`);
  return archive.nameOf(Buffer.from(JSON.stringify(items)));
}

/**
 * Takes at most `most` items, spread evenly over the whole list.
 * @template T
 * @param {T[]} items
 * @param {number} most
 */
function spread(items, most) {
  const step = Math.max(1, items.length / most);
  return Array.from(
    { length: Math.min(most, items.length) },
    (_, at) => items[Math.floor(at * step)],
  ).flatMap((item) => (item === undefined ? [] : [item]));
}
