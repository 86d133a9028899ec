/** Answers to what is sent into a conversation. */
import { z } from "zod";
import { OpenAskShape } from "./asks.ts";
import { UsageShape } from "./messages.ts";
import { type JsonOf, namedSchema } from "./schema.ts";

export const AcceptedShape = namedSchema("Accepted", () =>
  z.object({
    message_id: z.string().nullable(),
    turn_id: z.string().nullable(),
    seq: z.number(),
    duplicate: z.boolean(),
  }),
);

/** A file of an answer; `GET /files/{file_id}` serves it. */
const AnswerFileShape = namedSchema("AnswerFile", () =>
  z.object({
    type: z.enum(["image", "audio", "file"]),
    file_id: z.string(),
    media_type: z.string(),
    name: z.string().nullable(),
  }),
);

export const ChatShape = namedSchema("ChatAnswer", () =>
  z.object({
    conversation_id: z.string(),
    message_id: z.string().nullable(),
    turn_id: z.string().nullable(),
    reply: z.string(),
    files: z.array(AnswerFileShape()),
    agent: z.string().nullable(),
    /** `running`: help in a crisis is shown at once, and a slow model's words follow in the conversation. */
    status: z.enum(["completed", "halted", "failed", "parked", "running"]),
    /** Reason why the turn did not complete, or why a completed one has no words. */
    reason: z.string().nullable(),
    usage: UsageShape().nullable(),
    cost_usd: z.number().nullable(),
    asks: z.array(OpenAskShape()),
  }),
);

export type AcceptedInput = JsonOf<typeof AcceptedShape>;
export type ChatAnswer = JsonOf<typeof ChatShape>;
