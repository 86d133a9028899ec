/**
 * Approximate number of passages in the index, of all owners; removed ones may be included. FTS5 stores that
 * number first in its averages record, which is an internal format: if it cannot be read, the rows are
 * counted.
 */

/**
 * The record's first bytes as hexadecimal digits, in a column of the caller's. No row if there is no record.
 */
export const RECORD_DIGITS = "HEX(SUBSTR(block, 1, 6))";
export const RECORD = "chunks_fts_data WHERE id = 1";

/**
 * Undefined if no number ends within the digits. A varint: seven bits per byte; the highest bit marks that
 * another byte follows.
 */
export function rowCountIn(digits: string): number | undefined {
  let value = 0;
  for (let at = 0; at < digits.length; at += 2) {
    const byte = Number.parseInt(digits.slice(at, at + 2), 16);
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
  return undefined;
}

/** Slow: reads all rows. */
export async function countRows(db: D1Database): Promise<number> {
  return (await db.prepare("SELECT COUNT(*) AS count FROM chunks").first<number>("count")) ?? 0;
}
