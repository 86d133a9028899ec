/** Messages found by their words, and labels of conversations. */
import { z } from "zod";
import { type JsonOf, namedSchema } from "./schema.ts";

export const FoundMessageShape = namedSchema("FoundMessage", () =>
  z.object({
    conversation_id: z.string(),
    message_id: z.string(),
    /** Title of the conversation. */
    title: z.string(),
    archived: z.boolean(),
    role: z.string(),
    speaker: z.string(),
    /** Slug of the agent, for an answer. */
    agent: z.string(),
    at: z.string().nullable(),
    /** An excerpt around the words. */
    snippet: z.string(),
    /** Positions of the words in the snippet: start and end, in UTF-16 units. */
    marks: z.array(z.tuple([z.number(), z.number()])),
  }),
);

export const LabelShape = namedSchema("ConversationLabel", () =>
  z.object({ name: z.string(), conversations: z.number() }),
);

export const LabelsShape = () => z.object({ folders: z.array(LabelShape()), tags: z.array(LabelShape()) });

export type FoundMessage = JsonOf<typeof FoundMessageShape>;

export type Labels = JsonOf<typeof LabelsShape>;
