/**
 * Makes the wrangler.toml of an upload. It adds bindings that a local machine can't have: Workers AI, browsers, and
 * Vectorize where it is wanted. The upload is minified, which makes it a quarter smaller; its source map goes along, so
 * that traces stay readable. The copy exists only during the deployment.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse, stringify } from "smol-toml";
import { ROOT } from "../start/paths.mjs";
import { ofInstance } from "./instance-names.mjs";

/** Paths in the files are relative to their folder. Each deployment has its own: it removes them at its end. */
const FILE = `.wrangler.deploy.${process.pid}.toml`;
const READER_FILE = `.wrangler.deploy.${process.pid}.reader.toml`;

/** The database's binding. */
export const DATABASE = "DB";

/**
 * @param {any} config of wrangler.toml
 * @param {{name: string} | undefined} index
 */
export function deployConfig(config, index) {
  const isSmall = config.minify === undefined;
  const isBound = index === undefined || boundIndex(config) !== undefined;
  return {
    ...config,
    ...(isSmall && { minify: true, upload_source_maps: true }),
    ai: config.ai ?? { binding: "AI" },
    browser: config.browser ?? { binding: "BROWSER" },
    ...(!isBound && { vectorize: [{ binding: "VECTORIZE", index_name: index.name }] }),
  };
}

/**
 * @param {any} config
 * @returns {string | undefined} the index that wrangler.toml binds
 */
function boundIndex(config) {
  return config.vectorize?.find((/** @type {any} */ each) => each.binding === "VECTORIZE")?.index_name;
}

/**
 * The parts of wrangler.toml that a deployment uses.
 * @param {string} [name] of another instance than the first
 */
export function readConfig(name) {
  const config = ofInstance(readToml("wrangler.toml"), name);
  const reader = ofInstance(readToml("wrangler.reader.toml"), name);
  const database = config.d1_databases.find((/** @type {any} */ each) => each.binding === DATABASE);
  return {
    name,
    worker: String(config.name),
    account: /** @type {string | undefined} */ (config.account_id),
    database: String(database.database_name),
    migrations: path.join(ROOT, database.migrations_dir),
    bucket: String(config.r2_buckets[0].bucket_name),
    queues: queueNames(config.queues ?? {}),
    isOnWorkersDev: config.workers_dev !== false,
    domain: ownDomain(config),
    boundIndex: boundIndex(config),
    /** @param {{name: string} | undefined} index */
    forUpload: (index) => ({ nightjar: stringify(deployConfig(config, index)), reader: stringify(reader) }),
  };
}

/** @param {string} file */
function readToml(file) {
  return /** @type {any} */ (parse(readFileSync(path.join(ROOT, file), "utf8")));
}

/**
 * @param {any} config
 * @returns {string | undefined}
 */
function ownDomain({ routes = [], route }) {
  const all = route === undefined ? routes : [route, ...routes];
  return all.find((/** @type {any} */ each) => each.custom_domain === true)?.pattern;
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
 * @param {{nightjar: string, reader: string}} texts
 * @param {(files: {nightjar: string, reader: string}) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withConfigs({ nightjar, reader }, use) {
  writeFileSync(path.join(ROOT, FILE), nightjar);
  writeFileSync(path.join(ROOT, READER_FILE), reader);
  try {
    return await use({ nightjar: FILE, reader: READER_FILE });
  } finally {
    for (const file of [FILE, READER_FILE]) rmSync(path.join(ROOT, file), { force: true });
  }
}
