/** Query parameters that many routes share, with one meaning in all of them. */
import { z } from "zod";
import { parseDate } from "../../memory/text/dates.ts";

/** Number of items in a list. */
export function limit({ usual, most }: { usual: number; most: number }) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}

/** False when absent. */
export const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((value) => value === "true" || value === "1");

/** A date as people write it, in a body too; parsed to ms since the epoch. */
export const date = z
  .string()
  .max(60)
  .transform((text, context) => {
    const at = parseDate(text);
    if (at === undefined) {
      context.addIssue(`"${text}" is not a date; write it as 2026-03-31 or 2026-03-31T12:00:00Z`);
    }
    return at ?? 0;
  });

/** The inverse: a time as every answer shows it, in ISO 8601 and UTC. */
export function iso(at: number): string;
export function iso(at: number | undefined): string | null;
export function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
