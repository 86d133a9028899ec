/**
 * Whether a row is in one of these scopes. Passed as JSON, because a person may have more agents, rooms and
 * conversations than D1 takes parameters.
 */
import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Scope } from "../../../memory/ports/model.ts";

export function inScopes(column: AnyColumn, scopes: readonly Scope[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(scopes)}))`;
}
