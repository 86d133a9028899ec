/** Vectors as text: base64 of signed bytes. A blob would cross D1's wire as a list of numbers. */
import type { ChunkEntry } from "../../../memory/ports.ts";
import { cellOf } from "../../../memory/search/cells.ts";

const INSERT = `
INSERT INTO chunk_vectors (chunk_id, owner, source, model, cell, vector)
SELECT c.id, c.owner, c.source, v.value->>'model', v.value->>'cell', v.value->>'vector'
FROM json_each(?1) v
JOIN chunks c ON c.owner = v.value->>'owner' AND c.source = v.value->>'source' AND c.key = v.value->>'key'
WHERE true
ON CONFLICT (chunk_id) DO UPDATE SET model = excluded.model, cell = excluded.cell, vector = excluded.vector`;

export function vectorStatements(db: D1Database, entries: readonly ChunkEntry[]): D1PreparedStatement[] {
  const rows = entries.flatMap(({ draft, vector }) =>
    vector === undefined
      ? []
      : {
          owner: draft.owner,
          source: draft.source,
          key: draft.key,
          model: vector.model,
          cell: cellOf(vector.vector),
          vector: encodeVector(vector.vector),
        },
  );
  return rows.length === 0 ? [] : [db.prepare(INSERT).bind(JSON.stringify(rows))];
}

/** `vector` has unit length. */
export function encodeVector(vector: Float32Array): string {
  const bytes = new Uint8Array(vector.length);
  for (let index = 0; index < vector.length; index++) {
    bytes[index] = Math.round(Math.max(-1, Math.min(1, vector[index] ?? 0)) * 127) & 255;
  }
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

export function decodeVector(text: string): Int8Array {
  const binary = atob(text);
  const bytes = new Int8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}
