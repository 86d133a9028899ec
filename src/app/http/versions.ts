/** Addresses, queries and headers of everything versioned. */
import { z } from "zod";
import { versionNumber } from "../../contract/versions.ts";
import { limit } from "./query.ts";

/** Headers of a versioned thing: the version that an `If-Match` names. */
export function versionTag({ version }: { version: number }): Record<string, string> {
  return { etag: `"${version}"` };
}

export const versionShapes = {
  /** `version` of an address. */
  inPath: () => z.coerce.number().int().min(1),
  restore: () => z.object({ version: versionNumber() }),
  page: () =>
    z.object({ cursor: z.coerce.number().int().min(1).optional(), limit: limit({ usual: 50, most: 200 }) }),
  against: () => z.object({ against: z.coerce.number().int().min(1).optional() }),
};
