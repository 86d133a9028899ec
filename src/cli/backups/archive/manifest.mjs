/**
 * The list of what a backup holds.
 * @typedef {object} Manifest
 * @property {string} made_at the moment that its rows are of, ISO 8601
 * @property {string} url of the instance
 * @property {string} version of its code
 * @property {string[]} migrations of its database, in order
 * @property {TablePart[]} tables
 * @property {ObjectPart[]} objects
 * @property {string} schedules blob: JSON, a list by person
 * @property {string | null} settings blob: the vars file; null: left out
 * @property {Sample[]} samples
 */

/**
 * @typedef {object} TablePart
 * @property {string} name
 * @property {string[]} columns
 * @property {number} rows
 * @property {{span: number, blob: string}[]} pages by span
 */

/** @typedef {{key: string, size: number, etag: string, blob: string, metadata: string}} ObjectPart */

/** @typedef {{id: string, messages: string}} Sample a conversation, and the name of its messages' content */

/**
 * @param {Manifest} manifest
 * @returns {Generator<string>} the names of all blobs that it needs
 */
export function* blobsOf({ tables, objects, schedules, settings }) {
  for (const { pages } of tables) for (const { blob } of pages) yield blob;
  for (const { blob } of objects) yield blob;
  yield schedules;
  if (settings !== null) yield settings;
}
