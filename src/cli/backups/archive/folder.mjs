/** A folder that holds an archive. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { CommandError } from "../../terminal/exit.mjs";

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
      try {
        await mkdir(path.dirname(at(name)), { recursive: true });
        const half = `${at(name)}.${process.pid}.part`;
        await writeFile(half, bytes);
        await rename(half, at(name));
      } catch (error) {
        throw unwritable(root, error);
      }
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

/** @type {Record<string, string>} */
const PROBLEMS = {
  ENOTDIR: "a part of this path is a file. Name another folder",
  EACCES: "this account may not write there",
  EPERM: "this account may not write there",
  EROFS: "its disk can only be read. Is it mounted?",
  ENOSPC: "its disk is full. Make room, or keep fewer backups (--keep)",
  EDQUOT: "the quota of this account is used up there",
  EIO: "its disk reports an error",
};

/**
 * @param {string} root
 * @param {unknown} error
 */
function unwritable(root, error) {
  const problem = error instanceof Error && "code" in error ? PROBLEMS[String(error.code)] : undefined;
  return problem === undefined
    ? error
    : new CommandError(`The backup can't be written to ${root}: ${problem}.`);
}
