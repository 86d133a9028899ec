/** The column by which what is remembered says whose words it holds. */
import { text } from "drizzle-orm/sqlite-core";

/**
 * Whose words it holds: `trusted` or `untrusted`. What does not say was there before anybody asked, and counts as
 * untrusted unless its kind vouches for it (the migration named trust).
 */
export const trust = () => text().notNull().default("untrusted");
