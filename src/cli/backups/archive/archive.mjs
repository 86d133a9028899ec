/**
 * An archive of backups. Its content is stored once, whatever number of backups needs it:
 *
 *   nightjar-backup.json   what it is, and how it is sealed
 *   blobs/ab/abcd...       pages of rows, objects, schedules and settings by the name of their content, gzipped
 *   backups/TIME.json      a backup: what it holds, by the names of blobs
 */
import { promisify } from "node:util";
import { gunzip, gzip, gzipSync } from "node:zlib";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { newSeal, OPEN, openSeal } from "./seal.mjs";

/** @typedef {import("./folder.mjs").Store} Store */
/** @typedef {import("./manifest.mjs").Manifest} Manifest */
/** @typedef {{format: number, lock: import("./seal.mjs").Lock | null}} Head */

const HEAD = "nightjar-backup.json";
/** Forms of archives that this code reads. Of 1 is one that code before large objects in pieces may go on with. */
const FORMATS = { usual: 1, withPieces: 2 };
const SAMPLE_BYTES = 64 * 1024;
/** Bytes that a program has compressed already shrink by less. */
const LEAST_SAVED = 0.05;

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

export class Archive {
  /** @type {Promise<Set<string>> | undefined} names of the blobs that are there */
  #known;
  /** @type {Set<string>} blobs that this process has added */
  #added = new Set();

  /**
   * @param {Store} store
   * @param {import("./seal.mjs").Seal} seal
   * @param {Head} head
   */
  constructor(store, seal, head) {
    this.store = store;
    this.seal = seal;
    this.head = head;
  }

  get isSealed() {
    return this.head.lock !== null;
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
    await this.store.write(
      fileOf(name),
      this.seal.close(await packed(bytes, { level: levelFor(bytes) }), name),
    );
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
    const bytes = await this.#opened(sealed, name);
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
    return JSON.parse(new TextDecoder().decode(await this.#opened(sealed, name)));
  }

  /**
   * Writes the backup, then forgets what this process stored and it does not need.
   * @param {string} name
   * @param {Manifest} manifest
   * @param {Iterable<string>} needed names of its blobs
   */
  async finish(name, manifest, needed) {
    if (manifest.objects.some(({ rest }) => rest !== undefined)) await this.#raise();
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

  /** Code that knows no pieces would remove them with the next old backup: from now on it refuses the archive. */
  async #raise() {
    if (this.head.format === FORMATS.withPieces) return;
    this.head = { ...this.head, format: FORMATS.withPieces };
    await writeHead(this.store, this.head);
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
  async #opened(sealed, name) {
    try {
      return await unpacked(this.seal.open(sealed, name));
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
  const made = { format: FORMATS.usual, lock };
  await writeHead(store, made);
  return new Archive(store, seal, made);
}

/**
 * @param {Store} store
 * @param {Head} head
 */
function writeHead(store, head) {
  return store.write(HEAD, Buffer.from(`${JSON.stringify(head, null, 2)}\n`));
}

/** Level of gzip: none for what has been compressed already, which only takes time. @param {Uint8Array} bytes */
function levelFor(bytes) {
  const start = Math.max(0, Math.floor((bytes.length - SAMPLE_BYTES) / 2));
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  return gzipSync(sample, { level: 1 }).length > sample.length * (1 - LEAST_SAVED) ? 0 : 4;
}

/**
 * @param {Store} store
 * @param {Uint8Array} head
 * @param {() => Promise<string | undefined>} passphrase
 */
async function existing(store, head, passphrase) {
  /** @type {Head} */
  const known = JSON.parse(new TextDecoder().decode(head));
  const { format, lock } = known;
  if (!Object.values(FORMATS).includes(format))
    throw new CommandError("This backup was made by a newer Nightjar. Update this one, then try again.");
  if (lock === null) return new Archive(store, OPEN, known);
  const word = await passphrase();
  if (word === undefined)
    throw new CommandError("This backup is sealed. Set NIGHTJAR_BACKUP_PASSPHRASE.", EXIT.usage);
  return new Archive(store, openSeal(lock, word), known);
}
