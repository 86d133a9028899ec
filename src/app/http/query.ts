/** Query parameters that many routes share, with one meaning in all of them. */
import { z } from "zod";

/** Number of items in a list. */
export function limit({ usual, most }: { usual: number; most: number }) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}

/** False when absent. */
export const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((value) => value === "true" || value === "1");

/** A time as every answer shows it, in ISO 8601 and UTC. */
export function iso(at: number): string;
export function iso(at: number | undefined): string | null;
export function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
