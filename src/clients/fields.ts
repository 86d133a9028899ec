/** Validates the fields of a client, for request bodies and tool inputs. */

import { z } from "zod";
import { oneName } from "../domain/text/one-name.ts";
import { CLIENT_DEFAULTS, CLIENT_KINDS } from "./client.ts";

const dollars = () => z.number().min(0).max(1_000_000).nullable();

export function clientSchema() {
  return z.strictObject({
    slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "a slug has lower-case letters, digits and dashes only"),
    name: z.string().trim().max(100).overwrite(oneName).min(1, "a name is missing"),
    kind: z.enum(CLIENT_KINDS).default(CLIENT_DEFAULTS.kind),
    notes: z.string().trim().max(10_000).default(CLIENT_DEFAULTS.notes),
    active: z.boolean().default(CLIENT_DEFAULTS.active),
    spend_per_day_usd: dollars().default(null),
    spend_per_month_usd: dollars().default(null),
  });
}
