/**
 * An archive of backups. Its content is stored once, whatever number of backups needs it:
 *
 *   nightjar-backup.json   what it is, and how it is sealed
 *   blobs/ab/abcd...       pages of rows, objects, schedules and settings by the name of their content, gzipped
 *   backups/TIME.json      a backup: what it holds, by the names of blobs
 */
import { gunzipSync, gzipSync } from "node:zlib";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { newSeal, OPEN, openSeal } from "./seal.mjs";

/** @typedef {import("./folder.mjs").Store} Store */
/** @typedef {import("./manifest.mjs").Manifest} Manifest */

const HEAD = "nightjar-backup.json";
const FORMAT = 1;

export class Archive {
  /** @type {Promise<Set<string>> | undefined} names of the blobs that are there */
  #known;
  /** @type {Set<string>} blobs that this process has added */
  #added = new Set();

  /**
   * @param {Store} store
   * @param {import("./seal.mjs").Seal} seal
   * @param {boolean} isSealed
   */
  constructor(store, seal, isSealed) {
    this.store = store;
    this.seal = seal;
    this.isSealed = isSealed;
  }

  /** @param {Uint8Array} bytes */
  nameOf(bytes) {
    return this.seal.nameOf(bytes);
  }

  /**
   * Stores bytes once.
   * @param {Uint8Array} bytes
   * @returns {Promise<string>} the name
   */
  async put(bytes) {
    const name = this.nameOf(bytes);
    const known = await this.#blobs();
    if (known.has(name)) return name;
    known.add(name);
    this.#added.add(name);
    await this.store.write(fileOf(name), this.seal.close(gzipSync(bytes, { level: 4 }), name));
    return name;
  }

  /**
   * Throws when it is missing or not as it was stored.
   * @param {string} name
   * @returns {Promise<Uint8Array>}
   */
  async get(name) {
    const sealed = await this.store.read(fileOf(name));
    if (sealed === undefined) throw new CommandError(`The backup is damaged: ${fileOf(name)} is missing.`);
    const bytes = this.#opened(sealed, name);
    if (this.nameOf(bytes) !== name) throw damaged(name);
    return bytes;
  }

  /** @param {string} name */
  async has(name) {
    return (await this.#blobs()).has(name);
  }

  /** @returns {Promise<string[]>} names of the backups, oldest first */
  async backups() {
    const files = await this.store.list("backups/");
    return files.map((file) => file.slice("backups/".length, -".json".length)).sort();
  }

  /**
   * @param {string} name
   * @returns {Promise<Manifest>}
   */
  async manifest(name) {
    const sealed = await this.store.read(`backups/${name}.json`);
    if (sealed === undefined) throw new CommandError(`There is no backup "${name}" here.`, EXIT.usage);
    return JSON.parse(new TextDecoder().decode(this.#opened(sealed, name)));
  }

  /**
   * Writes the backup, then forgets what this process stored and it does not need.
   * @param {string} name
   * @param {Manifest} manifest
   * @param {Iterable<string>} needed names of its blobs
   */
  async finish(name, manifest, needed) {
    const bytes = gzipSync(JSON.stringify(manifest));
    await this.store.write(`backups/${name}.json`, this.seal.close(bytes, name));
    const kept = new Set(needed);
    for (const blob of this.#added) if (!kept.has(blob)) await this.#drop(blob);
    this.#added.clear();
  }

  /**
   * Removes the oldest backups, and the blobs that no other needs.
   * @param {number} keep
   * @param {(manifest: Manifest) => Iterable<string>} blobsOf
   * @returns {Promise<string[]>} the removed ones
   */
  async prune(keep, blobsOf) {
    const names = await this.backups();
    const old = names.slice(0, Math.max(0, names.length - keep));
    if (old.length === 0) return [];
    for (const name of old) await this.store.remove(`backups/${name}.json`);
    const needed = new Set();
    for (const name of names.slice(old.length))
      for (const blob of blobsOf(await this.manifest(name))) needed.add(blob);
    for (const blob of await this.#blobs()) if (!needed.has(blob)) await this.#drop(blob);
    return old;
  }

  /** @param {string} name */
  async #drop(name) {
    await this.store.remove(fileOf(name));
    (await this.#blobs()).delete(name);
  }

  #blobs() {
    this.#known ??= this.store
      .list("blobs/")
      .then((files) => new Set(files.map((file) => file.slice("blobs/ab/".length))));
    return this.#known;
  }

  /**
   * @param {Uint8Array} sealed
   * @param {string} name
   */
  #opened(sealed, name) {
    try {
      return gunzipSync(this.seal.open(sealed, name));
    } catch {
      throw damaged(name);
    }
  }
}

/** @param {string} name */
function fileOf(name) {
  return `blobs/${name.slice(0, 2)}/${name}`;
}

/** @param {string} name */
function damaged(name) {
  return new CommandError(`The backup is damaged: ${name} is not as it was written.`);
}

/**
 * Opens the archive in a store, or begins one there.
 * @param {Store} store
 * @param {{passphrase: () => Promise<string | undefined>, isNew: boolean, cost?: {N: number, r: number, p: number}}} how
 *   `passphrase`: undefined for an archive that is not to be sealed; `cost`: of a guess at a new one's passphrase
 */
export async function openArchive(store, { passphrase, isNew, cost }) {
  const head = await store.read(HEAD);
  if (head !== undefined) return existing(store, head, passphrase);
  if (!isNew) throw new CommandError("There is no backup of a Nightjar here.", EXIT.usage);
  const word = await passphrase();
  const { lock, seal } = word === undefined ? { lock: null, seal: OPEN } : newSeal(word, cost);
  await store.write(HEAD, Buffer.from(`${JSON.stringify({ format: FORMAT, lock }, null, 2)}\n`));
  return new Archive(store, seal, lock !== null);
}

/**
 * @param {Store} store
 * @param {Uint8Array} head
 * @param {() => Promise<string | undefined>} passphrase
 */
async function existing(store, head, passphrase) {
  const { format, lock } = JSON.parse(new TextDecoder().decode(head));
  if (format !== FORMAT)
    throw new CommandError("This backup was made by a newer Nightjar. Update this one, then try again.");
  if (lock === null) return new Archive(store, OPEN, false);
  const word = await passphrase();
  if (word === undefined)
    throw new CommandError("This backup is sealed. Set NIGHTJAR_BACKUP_PASSPHRASE.", EXIT.usage);
  return new Archive(store, openSeal(lock, word), true);
}
