/** Upload of a large file in pieces, each checked by its hash and the whole as well. */
import { createHash } from "node:crypto";
import path from "node:path";

/** Tries of a piece in a row. */
const TRIES = 5;

/**
 * @param {import("./api.mjs").Api} api
 * @param {string} file
 * @param {Blob} content
 */
export async function uploadInPieces(api, file, content) {
  let upload = await api("POST /uploads", {}, { name: path.basename(file), size: content.size });
  const whole = createHash("sha256");
  while (upload.offset < content.size) {
    const { id, offset, piece_bytes } = upload;
    const piece = content.slice(offset, offset + piece_bytes);
    const bytes = Buffer.from(await piece.arrayBuffer());
    whole.update(bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    upload = await patiently(() => api("PUT /uploads/{id}", { id, offset, sha256 }, new Blob([bytes])));
  }
  return api("POST /uploads/{id}/complete", { id: upload.id }, { sha256: whole.digest("hex") });
}

/**
 * A piece may be sent again: one that has arrived is not taken twice.
 * @template T
 * @param {() => Promise<T>} send
 * @returns {Promise<T>}
 */
async function patiently(send) {
  for (let attempt = 1; attempt < TRIES; attempt++) {
    try {
      return await send();
    } catch {
      // The last try tells what is wrong.
    }
  }
  return send();
}
