/** Place of an archive: a folder, a bucket, or a file that is a folder packed by tar. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { CommandError, EXIT } from "../../terminal/exit.mjs";
import { folderStore } from "./folder.mjs";
import { bucketStore } from "./s3.mjs";

const run = promisify(execFile);

/**
 * @typedef {object} Place
 * @property {import("./folder.mjs").Store} store
 * @property {() => Promise<void>} finish makes what was written last
 * @property {() => Promise<void>} leave removes what is only for the while
 */

/**
 * @param {string | undefined} name as it was typed
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Place>}
 */
export async function openPlace(name, env) {
  if (!name)
    throw new CommandError(
      "Say where the backup is: a folder, a file.tar, or s3://bucket/folder.",
      EXIT.usage,
    );
  if (name.startsWith("s3://")) return { store: await bucketStore(name, env), finish: done, leave: done };
  const file = path.resolve(name);
  if (!/\.tar$/i.test(file)) return { store: folderStore(file), finish: done, leave: done };
  const folder = await mkdtemp(path.join(tmpdir(), "nightjar-backup-"));
  if (existsSync(file)) await tar(["-xf", file, "-C", folder]);
  return {
    store: folderStore(folder),
    finish: () => pack(folder, file),
    leave: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * @param {string} folder
 * @param {string} file which is whole, or as before
 */
async function pack(folder, file) {
  const half = `${file}.${process.pid}.part`;
  await tar(["-cf", half, "-C", folder, "."]);
  await rename(half, file);
}

/** @param {string[]} args */
async function tar(args) {
  try {
    await run("tar", args);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The file could not be packed or unpacked by tar: ${reason}. A folder needs no tar.`,
    );
  }
}

async function done() {}
