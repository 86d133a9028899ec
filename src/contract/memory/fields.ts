/** Fields that all of memory shares. */
import { z } from "zod";
import type { Scope } from "../../memory/ports/model.ts";
import { parseScope } from "../../memory/read/scopes.ts";

export const scope = z
  .string()
  .max(120)
  .transform((text, context): Scope => {
    const known = parseScope(text);
    if (known === undefined)
      context.addIssue(
        `"${text}" is no scope; there are person, agent:{slug}, room:{slug} and conversation:{id}`,
      );
    return known ?? "person";
  });

/** Trust of an item's words. */
export const trust = z.enum(["trusted", "untrusted"]);

/** Source of an item. */
export const provenance = () => ({
  origin: z.enum(["tool", "extraction", "consolidation", "person", "import"]),
  conversation_id: z.string().nullable(),
  message_id: z.string().nullable(),
  trust,
});
