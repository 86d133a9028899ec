/** Tools that agents can be given. */
import { z } from "zod";
import { type JsonOf, namedSchema } from "../schema.ts";

export const ToolShape = namedSchema("Tool", () =>
  z.object({
    name: z.string(),
    description: z.string(),
    /** `read` only looks, `idempotent` changes something of one's own, `once` must not be done twice. */
    effect: z.enum(["read", "idempotent", "once"]),
    /** Whether it can carry data out of the owner's own stores. */
    reach: z.enum(["inside", "outside"]),
    /** The tool works on what belongs to its owner alone, so nobody else's words reach it. */
    personal: z.boolean(),
    from: z.enum(["built_in", "server", "capability"]),
  }),
);

export type ToolSummary = JsonOf<typeof ToolShape>;
