/** What a query says in many places, with one meaning in all of them. */
import { z } from "zod";
import { parseDate } from "../../memory/text/dates.ts";

/** How many items of a list. */
export function limit({ usual, most }: { usual: number; most: number }) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}

/** Off where the query does not say. */
export const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((value) => value === "true" || value === "1");

/** A date as people write it, also in a body: in ms since the epoch. */
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

/** The other way, as every answer shows a time: ISO 8601, UTC. */
export function iso(at: number): string;
export function iso(at: number | undefined): string | null;
export function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
