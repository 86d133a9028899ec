/** Files of this machine that go to the instance, and files of it that come here. */
import { createWriteStream, existsSync, openAsBlob } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandError, EXIT } from "../terminal/exit.mjs";
import { readable } from "./api.mjs";
import { uploadInPieces } from "./upload-in-pieces.mjs";

/**
 * Reads it when it is sent. Throws a CommandError when it is not there.
 * @param {string} file
 */
export async function blobOf(file) {
  if (!existsSync(file)) throw new CommandError(`There is no file ${file}.`, EXIT.usage);
  return openAsBlob(file);
}

/**
 * Uploads files that go along with a message.
 * @param {import("./api.mjs").Api} api
 * @param {string[]} files
 */
export async function uploadAll(api, files) {
  const uploaded = [];
  for (const file of files) {
    const { file_id } = await uploadOne(api, file);
    uploaded.push({ file_id });
  }
  return uploaded;
}

/** Bytes; a larger file goes in pieces. */
const MOST_AT_ONCE = 20_000_000;

/**
 * @param {import("./api.mjs").Api} api
 * @param {string} file
 */
async function uploadOne(api, file) {
  const content = await blobOf(file);
  if (content.size > MOST_AT_ONCE) return uploadInPieces(api, file, content);
  const form = new FormData();
  form.append("file", content, path.basename(file));
  return api("POST /files", {}, form);
}

/**
 * Writes a file of the instance to a new file here, or to standard output, as it comes.
 * @param {import("./instance.mjs").Instance} instance
 * @param {string} from path below /api/v1
 * @param {string | undefined} to
 */
export async function download(instance, from, to) {
  if (to !== undefined && existsSync(to))
    throw new CommandError(`${to} is there already. Name another file.`, EXIT.usage);
  const { body } = await readable(instance, from);
  const bytes = Readable.fromWeb(/** @type {import("node:stream/web").ReadableStream} */ (body));
  if (to === undefined) return pipeline(bytes, process.stdout, { end: false });
  await pipeline(bytes, createWriteStream(to, { flags: "wx", mode: 0o600 }));
}
