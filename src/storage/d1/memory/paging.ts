/** Pagination by time and id, newest first. */
import { and, type Column, eq, lt, or, type SQL } from "drizzle-orm";

/** The cursor of the last row of a page: its time and its id. */
export function cursorOf(at: number, id: string): string {
  return `${at}~${id}`;
}

/** Condition for rows after the cursor; an invalid cursor means the first page. */
export function after(cursor: string | undefined, time: Column, id: Column): SQL | undefined {
  const match = cursor === undefined ? null : /^(\d{1,15})~([\w:-]{1,100})$/.exec(cursor);
  if (match === null) return undefined;
  const at = Number(match[1]);
  return or(lt(time, at), and(eq(time, at), lt(id, match[2] ?? "")));
}
