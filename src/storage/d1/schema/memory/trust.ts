/** The column for the trust of remembered content. */
import { text } from "drizzle-orm/sqlite-core";

/**
 * `trusted` or `untrusted`. Rows from before this column count as untrusted unless their kind vouches for
 * them (the migration named trust).
 */
export const trust = () => text().notNull().default("untrusted");
