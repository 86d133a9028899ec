/**
 * How many passages the index has, of all owners, about: those that were removed may be among them. FTS5 keeps that number first in its record of averages, which is a
 * matter of its own: where the record says nothing that can be read, the rows are counted.
 */

/** The record's first bytes as hexadecimal digits, in a column of the caller's. No row where there is no record. */
export const RECORD_DIGITS = "HEX(SUBSTR(block, 1, 6))";
export const RECORD = "chunks_fts_data WHERE id = 1";

/** Undefined when no number ends within the digits. Seven bits a byte; the highest bit says that another byte follows. */
export function rowCountIn(digits: string): number | undefined {
  let value = 0;
  for (let at = 0; at < digits.length; at += 2) {
    const byte = Number.parseInt(digits.slice(at, at + 2), 16);
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
  return undefined;
}

/** The slow road: reads all rows. */
export async function countRows(db: D1Database): Promise<number> {
  return (await db.prepare("SELECT COUNT(*) AS count FROM chunks").first<number>("count")) ?? 0;
}
