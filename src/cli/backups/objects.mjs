/** Objects of the bucket in a backup. A large one is read, kept and written in pieces, so that its size costs no memory. */
import { blobsOfObject } from "./archive/manifest.mjs";

/** @typedef {import("./archive/archive.mjs").Archive} Archive */
/** @typedef {import("./archive/manifest.mjs").ObjectPart} ObjectPart */
/** @typedef {import("./source.mjs").Source} Source */
/** @typedef {{key: string, size: number, etag: string}} Listed */

/** Bytes of a piece. Storages take no smaller part than 5 MiB, but for the last. */
export const PIECE_BYTES = 8 * 1024 * 1024;
/** A backup of earlier code has an object in one blob, whatever its size. One request holds no more. */
const MOST_AT_ONCE = 90_000_000;

/**
 * Copies an object into the archive.
 * @param {Source} source
 * @param {Archive} archive
 * @param {Listed} listed
 * @returns {Promise<ObjectPart | undefined>} undefined: it is gone
 */
export async function copyObject(source, archive, listed) {
  if (listed.size > PIECE_BYTES) {
    const inPieces = await copyPieces(source, archive, listed);
    if (inPieces !== undefined) return inPieces;
  }
  const object = await source.object(listed.key);
  if (object === undefined) return undefined;
  const { bytes, metadata } = object;
  return { ...listed, size: bytes.length, metadata, blob: await archive.put(bytes) };
}

/**
 * @param {Source} source
 * @param {Archive} archive
 * @param {Listed} listed
 * @returns {Promise<ObjectPart | undefined>} undefined: it has become another one meanwhile, or the instance gives no pieces
 */
async function copyPieces(source, archive, listed) {
  /** @type {string[]} */
  const blobs = [];
  let metadata = "";
  for (let offset = 0; offset < listed.size; offset += PIECE_BYTES) {
    const length = Math.min(PIECE_BYTES, listed.size - offset);
    const piece = await source.object(listed.key, { offset, length });
    if (piece?.etag !== listed.etag || piece.bytes.length !== length) return undefined;
    metadata = piece.metadata;
    blobs.push(await archive.put(piece.bytes));
  }
  const [blob = "", ...rest] = blobs;
  return { ...listed, metadata, blob, rest };
}

/**
 * Writes an object of the archive into the instance.
 * @param {Source} source
 * @param {Archive} archive
 * @param {{run: string, object: ObjectPart}} order
 */
export async function writeObject(source, archive, { run, object }) {
  if (object.rest === undefined && object.size <= MOST_AT_ONCE)
    return source.putObject(run, object, await archive.get(object.blob));
  return source.putParts(run, object, piecesOf(archive, object));
}

/**
 * @param {Archive} archive
 * @param {ObjectPart} object
 */
async function* piecesOf(archive, object) {
  for (const blob of blobsOfObject(object)) {
    const bytes = await archive.get(blob);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/**
 * Tells whether the instance has the object as the archive has it.
 * @param {Source} source
 * @param {Archive} archive
 * @param {ObjectPart} object
 */
export async function isThere(source, archive, object) {
  if (object.rest === undefined) return isSame(archive, await source.object(object.key), object.blob);
  let offset = 0;
  for (const blob of blobsOfObject(object)) {
    const length = Math.min(PIECE_BYTES, object.size - offset);
    if (!isSame(archive, await source.object(object.key, { offset, length }), blob)) return false;
    offset += length;
  }
  return true;
}

/**
 * @param {Archive} archive
 * @param {{bytes: Uint8Array} | undefined} found
 * @param {string} blob
 */
function isSame(archive, found, blob) {
  return found !== undefined && archive.nameOf(found.bytes) === blob;
}
