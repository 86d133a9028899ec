/** A folder that holds an archive. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * Storage of an archive. Names are paths with slashes.
 * @typedef {object} Store
 * @property {(name: string) => Promise<Uint8Array | undefined>} read
 * @property {(name: string, bytes: Uint8Array) => Promise<void>} write all or nothing
 * @property {(prefix: string) => Promise<string[]>} list names below a folder, which ends in a slash
 * @property {(name: string) => Promise<void>} remove
 */

/**
 * @param {string} root
 * @returns {Store}
 */
export function folderStore(root) {
  const at = (/** @type {string} */ name) => path.join(root, ...name.split("/"));
  return {
    async read(name) {
      return readFile(at(name)).catch(absent);
    },
    async write(name, bytes) {
      await mkdir(path.dirname(at(name)), { recursive: true });
      const half = `${at(name)}.${process.pid}.part`;
      await writeFile(half, bytes);
      await rename(half, at(name));
    },
    async list(prefix) {
      const found = await readdir(at(prefix), { recursive: true, withFileTypes: true }).catch(absent);
      return (found ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith(".part"))
        .map((entry) => prefix + nameBelow(at(prefix), entry));
    },
    async remove(name) {
      await rm(at(name), { force: true });
    },
  };
}

/**
 * @param {string} folder
 * @param {import("node:fs").Dirent} entry
 */
function nameBelow(folder, entry) {
  return path
    .relative(folder, path.join(entry.parentPath ?? entry.path, entry.name))
    .split(path.sep)
    .join("/");
}

/**
 * @param {NodeJS.ErrnoException} error
 * @returns {undefined}
 */
function absent(error) {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
