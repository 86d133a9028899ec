/** Threads of channels, and who answers in them. */
import { z } from "zod";
import { CHANNEL_NAMES } from "../domain/inbound.ts";
import { namedSchema, once, time } from "./schema.ts";

const CONDITIONS = ["named", "reply", "bound", "current", "default", "keyword", "fallback"] as const;

const channel = () => z.enum(CHANNEL_NAMES);
const text = () => z.string().min(1).max(200);

export const PlaceBody = once(() =>
  z.strictObject({ channel: channel(), account: z.string().max(200).default(""), thread: text() }),
);

export const ThreadShape = namedSchema("Thread", () =>
  z.object({
    channel: channel(),
    account: z.string(),
    thread: z.string(),
    owner: z.string(),
    conversation_id: z.string().nullable(),
    agent: z.string().nullable(),
    room: z.string().nullable(),
    answers_all: z.boolean(),
    mirror: z.boolean(),
    updated_at: time(),
  }),
);

export const BindingBody = once(() =>
  PlaceBody().extend({
    agent: text().nullable().optional(),
    room: text().optional(),
    conversation_id: text().optional(),
    /** In a group: messages that address no agent are answered too. */
    answers_all: z.boolean().optional(),
  }),
);

export const RoutingDefaultsShape = once(() =>
  z.strictObject({
    channel: channel(),
    account: z.string().max(200).default(""),
    default_agent: text().nullable(),
    fallback_agent: text().nullable(),
  }),
);

export const ExplainBody = once(() =>
  PlaceBody()
    .partial({ channel: true, thread: true })
    .extend({
      message: z.string().max(10_000).default(""),
      /** Over HTTP, the thread is its sender. */
      sender: z.string().min(1).max(200).optional(),
      agent: z.string().min(1).max(200).optional(),
      reply_to_agent: z.string().min(1).max(200).optional(),
      group: z.stringbool().or(z.boolean()).default(false),
      /** In a group: the message mentions the bot, replies to it or commands it. */
      addressed: z.stringbool().or(z.boolean()).optional(),
    }),
);

export const ExplanationShape = once(() =>
  z.object({
    agent: z.string().nullable(),
    room: z.string().nullable(),
    conversation_id: z.string().nullable(),
    by: z.enum(CONDITIONS).nullable(),
    allowed: z.boolean(),
    reason: z.string(),
    conditions: z.array(z.object({ condition: z.enum(CONDITIONS), holds: z.boolean(), because: z.string() })),
  }),
);

/** `reset`: the number of threads; `conversations`: ids of those that were archived. */
export const ResetShape = () => z.object({ reset: z.int(), conversations: z.array(z.string()) });
