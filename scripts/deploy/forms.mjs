/**
 * Forms in which a version of the Worker stores its state: how many migrations its database has, and which version its
 * conversations have. Each upload carries them as its tag, with the bookmark of the database as it was before.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../start/paths.mjs";

const RECORD = path.join(ROOT, "scripts/check/landed/record.json");
const TAG = /^d(\d+)-c(\d+)(?:_([\w-]+))?$/;

/** @typedef {{database: number, conversations: number}} Forms */
/** @typedef {Forms & {bookmark?: string | undefined}} Tagged */

/**
 * @param {string} folder the migrations
 * @returns {Forms}
 */
export function formsOfCode(folder) {
  const database = readdirSync(folder).filter((name) => name.endsWith(".sql")).length;
  return { database, conversations: JSON.parse(readFileSync(RECORD, "utf8")).version };
}

/**
 * Tag of at most 100 bytes, which is Cloudflare's limit.
 * @param {Tagged} tagged
 */
export function tagOf({ database, conversations, bookmark }) {
  return `d${database}-c${conversations}${bookmark === undefined ? "" : `_${bookmark}`}`;
}

/**
 * @param {string | undefined} tag
 * @returns {Tagged | undefined} undefined: an upload by hand, or by a Nightjar that noted nothing
 */
export function readTag(tag) {
  const match = TAG.exec(tag ?? "");
  if (match === null) return undefined;
  const [, database, conversations, bookmark] = match;
  return { database: Number(database), conversations: Number(conversations), bookmark };
}

/**
 * @param {Forms | undefined} one
 * @param {Forms | undefined} other
 */
export function areSame(one, other) {
  return one !== undefined && one.database === other?.database && one.conversations === other.conversations;
}
