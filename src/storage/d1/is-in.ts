/** Whether a column holds a text, whatever the case of its Latin letters. D1 takes patterns of LIKE of 50 bytes, 16 letters in Thai: this has none. */
import { type Column, type SQL, sql } from "drizzle-orm";

export function isIn(column: Column, text: string): SQL {
  return sql`instr(lower(${column}), lower(${text})) > 0`;
}

/** Whether a column begins with a text. */
export function beginsWith(column: Column, text: string): SQL {
  return sql`substr(${column}, 1, ${[...text].length}) = ${text}`;
}
