/**
 * Meta's payloads, as far as they are read. Messages are parsed one by one, so that a malformed one does not hide the
 * others.
 */
import { z } from "zod";

const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []));

const Media = z.object({
  id: z.string().regex(/^\w{1,200}$/),
  mime_type: z.string().default("application/octet-stream"),
  caption: z.string().optional(),
  filename: z.string().optional(),
  voice: z.boolean().optional(),
});

export type Media = z.output<typeof Media>;

const Reply = z.object({ id: z.string(), title: z.string().default("") });

const Contact = z.object({
  name: z.object({ formatted_name: z.string() }),
  phones: z.array(z.object({ phone: z.string().default("") })).default([]),
  emails: z.array(z.object({ email: z.string().default("") })).default([]),
});

const Place = z.object({
  latitude: z.number(),
  longitude: z.number(),
  name: z.string().optional(),
  address: z.string().optional(),
});

const Message = z.object({
  id: z.string().min(1).max(300),
  from: z.string().regex(/^[\w.]{3,64}$/),
  type: z.string(),
  context: z
    .object({
      id: z.string().optional(),
      forwarded: z.boolean().optional(),
      frequently_forwarded: z.boolean().optional(),
    })
    .optional(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
  interactive: z.object({ button_reply: Reply.optional(), list_reply: Reply.optional() }).optional(),
  image: Media.optional(),
  document: Media.optional(),
  audio: Media.optional(),
  video: Media.optional(),
  sticker: Media.optional(),
  location: Place.optional(),
  contacts: z.array(Contact).optional(),
  /** An empty emoji takes the reaction back. */
  reaction: z.object({ message_id: z.string().max(300), emoji: z.string().max(64).default("") }).optional(),
});

export type Message = z.output<typeof Message>;

const Failure = z.object({
  code: z.number(),
  title: z.string().default(""),
  error_data: z.object({ details: z.string().default("") }).optional(),
});

const Status = z.object({
  id: z.string().min(1).max(300),
  status: z.string(),
  recipient_id: z.string().default(""),
  errors: list(Failure),
});

export type Status = z.output<typeof Status>;

const Value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: list(z.object({ wa_id: z.string(), profile: z.object({ name: z.string() }) })),
  messages: list(Message),
  statuses: list(Status),
  errors: list(Failure),
});

export type Value = z.output<typeof Value>;

export const Payload = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: list(z.object({ changes: list(z.object({ field: z.literal("messages"), value: Value })) })),
});
