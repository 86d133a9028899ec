/** Actions of conductors for a person. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const ConductedShape = namedSchema("Conducted", () =>
  z.object({
    id: z.string(),
    /** Slug of the agent that did it. */
    by: z.string(),
    conversation_id: z.string(),
    did: z.enum(["created", "updated", "removed"]),
    kind: z.enum(["agent", "client", "schedule", "message"]),
    /** The id, for a schedule or a message. */
    slug: z.string(),
    /** A schedule's name; the beginning of a message. */
    name: z.string().nullable(),
    version: z.number(),
    at: time(),
    undone_at: time().nullable(),
  }),
);

export type ConductorEntry = JsonOf<typeof ConductedShape>;
