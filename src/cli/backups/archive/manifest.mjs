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

/**
 * @typedef {object} ObjectPart
 * @property {string} key
 * @property {number} size bytes
 * @property {string} etag
 * @property {string} blob of its bytes, or of the first piece of them
 * @property {string[]} [rest] blobs of the further pieces of a large object
 * @property {string} metadata
 */

/** @typedef {{id: string, messages: string}} Sample a conversation, and the name of its messages' content */

/**
 * @param {Manifest} manifest
 * @returns {Generator<string>} the names of all blobs that it needs
 */
export function* blobsOf({ tables, objects, schedules, settings }) {
  for (const { pages } of tables) for (const { blob } of pages) yield blob;
  for (const object of objects) yield* blobsOfObject(object);
  yield schedules;
  if (settings !== null) yield settings;
}

/**
 * @param {ObjectPart} object
 * @returns {string[]} in the order of its bytes
 */
export function blobsOfObject({ blob, rest = [] }) {
  return [blob, ...rest];
}
