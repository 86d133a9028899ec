/** Makes a backup: the rows as of one moment, then the bucket's objects, which are never older than those rows. */
import { CommandError } from "../terminal/exit.mjs";
import { blobsOf, blobsOfObject } from "./archive/manifest.mjs";
import { copyObject } from "./objects.mjs";
import { inPool } from "./pool.mjs";
import { sampleOf } from "./sample.mjs";
import { CopiedTables } from "./tables.mjs";

/** @typedef {import("./archive/archive.mjs").Archive} Archive */
/** @typedef {import("./archive/manifest.mjs").Manifest} Manifest */
/** @typedef {import("./archive/manifest.mjs").ObjectPart} ObjectPart */
/** @typedef {import("./source.mjs").Source} Source */

const OBJECTS_AT_ONCE = 8;
/** Conversations that changed that recently may still have something on its way into the bucket. */
const RECENT_MS = 15 * 60_000;

/**
 * @typedef {object} Order
 * @property {Source} source
 * @property {Archive} archive
 * @property {Uint8Array | undefined} settings
 * @property {(line: string) => void} say progress
 */

/**
 * @param {Order} order
 * @returns {Promise<{name: string, manifest: Manifest, fresh: number}>} `fresh`: objects that were copied anew
 */
export async function makeBackup({ source, archive, settings, say }) {
  const before = await newest(archive);
  const samples = await sampleOf(source, archive);
  const begun = await source.ask("POST /backups", {});
  const tables = new CopiedTables(archive);
  const cut = await readTables(source, { begun, tables, say });
  await source.walk("/backups/settle", { since: earlier(cut.at, RECENT_MS) });
  const schedules = await all(source.items("/backups/schedules"));
  say("Copying files and records ...");
  const { objects, fresh } = await copyObjects(source, archive, before);
  /** @type {Manifest} */
  const manifest = {
    made_at: cut.at,
    url: source.instance.url,
    version: begun.version,
    migrations: begun.migrations,
    tables: tables.parts(begun.tables, cut.counts),
    objects,
    schedules: await archive.put(Buffer.from(JSON.stringify(schedules))),
    settings: settings === undefined ? null : await archive.put(settings),
    samples,
  };
  const name = cut.at.replaceAll(":", "-");
  await archive.finish(name, manifest, blobsOf(manifest));
  return { name, manifest, fresh };
}

/**
 * The rows as of one moment. Recent conversations bring what they hold to the tables before it.
 * @param {Source} source
 * @param {{begun: any, tables: CopiedTables, say: (line: string) => void}} work
 */
async function readTables(source, { begun, tables, say }) {
  try {
    say(`Reading ${begun.tables.length} tables ...`);
    await tables.read(source, begun);
    await source.walk("/backups/settle", { since: earlier(new Date().toISOString(), RECENT_MS) });
    for (let more = true; more; ) {
      const page = await source.ask(`POST /backups/${begun.id}/changes`, {});
      await tables.apply(page.changes);
      more = page.more;
    }
    const cut = await source.ask(`POST /backups/${begun.id}/cut`, {});
    await tables.apply(cut.changes);
    return cut;
  } catch (error) {
    await source.ask(`DELETE /backups/${begun.id}`).catch(() => undefined);
    throw error;
  }
}

/**
 * @param {Source} source
 * @param {Archive} archive
 * @param {Manifest | undefined} before the backup before, whose unchanged objects are not copied again
 * @returns {Promise<{objects: ObjectPart[], fresh: number}>}
 */
async function copyObjects(source, archive, before) {
  const known = new Map((before?.objects ?? []).map((object) => [object.key, object]));
  let fresh = 0;
  const copied = await inPool(
    await all(source.items("/backups/objects")),
    OBJECTS_AT_ONCE,
    async (listed) => {
      const same = known.get(listed.key);
      if (same && isSame(same, listed) && (await hasAll(archive, same))) return same;
      const copy = await copyObject(source, archive, listed);
      if (copy !== undefined) fresh += 1;
      return copy;
    },
  );
  return { objects: copied.filter((object) => object !== undefined), fresh };
}

/**
 * @param {Archive} archive
 * @param {ObjectPart} object
 */
async function hasAll(archive, object) {
  for (const blob of blobsOfObject(object)) if (!(await archive.has(blob))) return false;
  return true;
}

/**
 * @param {{etag: string, size: number}} one
 * @param {{etag: string, size: number}} other
 */
function isSame(one, other) {
  return one.etag === other.etag && one.size === other.size;
}

/**
 * @param {Archive} archive
 * @returns {Promise<Manifest | undefined>}
 */
async function newest(archive) {
  const name = (await archive.backups()).at(-1);
  return name === undefined ? undefined : archive.manifest(name);
}

/**
 * The backup that is meant: the newest, unless one is named.
 * @param {Archive} archive
 * @param {string | undefined} wanted
 */
export async function chosenBackup(archive, wanted) {
  const name = wanted ?? (await archive.backups()).at(-1);
  if (name === undefined) throw new CommandError("There is no finished backup here.");
  return { name, manifest: await archive.manifest(name) };
}

/**
 * @param {string} at
 * @param {number} ms
 */
function earlier(at, ms) {
  return new Date(Date.parse(at) - ms).toISOString();
}

/**
 * @template T
 * @param {AsyncIterable<T>} items
 */
async function all(items) {
  /** @type {T[]} */
  const list = [];
  for await (const item of items) list.push(item);
  return list;
}
