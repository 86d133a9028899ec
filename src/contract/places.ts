/** Chats in which a conversation is shown. */
import { z } from "zod";
import { namedSchema, time } from "./schema.ts";

export const PlaceShape = namedSchema("ConversationPlace", () =>
  z.object({
    channel: z.string(),
    account: z.string(),
    thread: z.string(),
    label: z.string(),
    /** Whether messages from elsewhere in the conversation are shown there too. */
    mirror: z.boolean(),
    updated_at: time(),
  }),
);
