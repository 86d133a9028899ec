/** Suggestions: memory from outside that waits for a person's approval. */
import { z } from "zod";
import { type JsonOf, namedSchema, time } from "../schema.ts";

export const SuggestionShape = namedSchema("Suggestion", () =>
  z.object({
    id: z.string(),
    kind: z.enum(["memory", "fact", "commitment", "relation", "state", "alias"]),
    text: z.string(),
    /** Path to approve (PATCH) or reject (DELETE) it. */
    path: z.string(),
    /** Whether it would be standing memory once it is trusted. */
    standing: z.boolean(),
    scope: z.string(),
    conversation_id: z.string().nullable(),
    message_id: z.string().nullable(),
    at: time().nullable(),
    /** Known facts that trusting it would end. */
    disputes: z.array(z.string()).optional(),
  }),
);

export type Suggestion = JsonOf<typeof SuggestionShape>;
