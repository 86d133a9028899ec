/**
 * Makes the wrangler.toml of an upload. It adds bindings that a local machine can't have: Workers AI, browsers, and
 * Vectorize where it is wanted. The upload is minified, which makes it a quarter smaller; its source map goes along, so
 * that traces stay readable. The copy exists only during the upload.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { ROOT } from "../start/paths.mjs";

/** Paths in the file are relative to its folder. Each deployment has one of its own: it removes it at its end. */
const FILE = `.wrangler.deploy.${process.pid}.toml`;

/** The database's binding. */
export const DATABASE = "DB";

/** Options for the Worker that reads PDFs. It is uploaded first, since Nightjar's is bound to it. */
export const READER = ["--config", "wrangler.reader.toml", "--minify"];

/**
 * @param {string} text of wrangler.toml
 * @param {any} config the same, parsed
 * @param {{name: string} | undefined} index
 */
export function deployConfig(text, config, index) {
  const small = config.minify === undefined ? "minify = true\nupload_source_maps = true\n" : "";
  const ai = config.ai === undefined ? '\n[ai]\nbinding = "AI"\n' : "";
  const browser = config.browser === undefined ? '\n[browser]\nbinding = "BROWSER"\n' : "";
  const vectorize =
    index === undefined || boundIndex(config) !== undefined
      ? ""
      : `\n[[vectorize]]\nbinding = "VECTORIZE"\nindex_name = "${index.name}"\n`;
  return `${small}${text.trimEnd()}\n${ai}${browser}${vectorize}`;
}

/**
 * @param {any} config
 * @returns {string | undefined} the index that wrangler.toml binds
 */
export function boundIndex(config) {
  return config.vectorize?.find((/** @type {any} */ each) => each.binding === "VECTORIZE")?.index_name;
}

/** The parts of wrangler.toml that a deployment uses. */
export function readConfig() {
  const text = readFileSync(path.join(ROOT, "wrangler.toml"), "utf8");
  const config = /** @type {any} */ (parse(text));
  const database = config.d1_databases.find((/** @type {any} */ each) => each.binding === DATABASE);
  return {
    account: /** @type {string | undefined} */ (config.account_id),
    database: String(database.database_name),
    migrations: path.join(ROOT, database.migrations_dir),
    bucket: String(config.r2_buckets[0].bucket_name),
    queues: queueNames(config.queues ?? {}),
    isOnWorkersDev: config.workers_dev !== false,
    boundIndex: boundIndex(config),
    /** @param {{name: string} | undefined} index */
    forUpload: (index) => deployConfig(text, config, index),
  };
}

/**
 * Dead letter queues first: a consumer that names one needs it to exist.
 * @param {{producers?: {queue: string}[], consumers?: {queue: string, dead_letter_queue?: string}[]}} queues
 * @returns {string[]}
 */
export function queueNames({ producers = [], consumers = [] }) {
  const dead = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
  return [
    ...new Set([...dead, ...producers.map(({ queue }) => queue), ...consumers.map(({ queue }) => queue)]),
  ];
}

/**
 * @template T
 * @param {string} text
 * @param {(file: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withConfig(text, use) {
  const file = path.join(ROOT, FILE);
  writeFileSync(file, text);
  try {
    return await use(FILE);
  } finally {
    rmSync(file, { force: true });
  }
}
