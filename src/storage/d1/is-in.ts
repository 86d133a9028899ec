/**
 * Whether a column contains a text, ignoring the case of Latin letters. LIKE is avoided: D1 limits its
 * patterns to 50 bytes, which is 16 letters in Thai.
 */
import { type Column, type SQL, sql } from "drizzle-orm";

export function isIn(column: Column, text: string): SQL {
  return sql`instr(lower(${column}), lower(${text})) > 0`;
}

/** Whether a column begins with a text. */
export function beginsWith(column: Column, text: string): SQL {
  return sql`substr(${column}, 1, ${[...text].length}) = ${text}`;
}
