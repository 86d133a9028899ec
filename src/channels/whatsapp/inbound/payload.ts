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

/** A field of an unexpected form counts as absent, so that a message with something new in it is not lost. */
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

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

const Failure = z.object({
  code: z.number(),
  title: z.string().default(""),
  error_data: z.object({ details: z.string().default("") }).optional(),
});

/** The advertisement that the person wrote from. */
const Referral = z.object({
  source_url: maybe(z.string()),
  headline: maybe(z.string()),
  body: maybe(z.string()),
});

const Order = z.object({
  text: maybe(z.string()),
  product_items: list(
    z.object({
      product_retailer_id: z.string(),
      quantity: z.coerce.number(),
      item_price: maybe(z.coerce.number()),
      currency: maybe(z.string()),
    }),
  ),
});

const Message = z.object({
  id: z.string().min(1).max(300),
  from: z.string().regex(/^[\w.]{3,64}$/),
  type: z.string(),
  /** Seconds since the epoch. */
  timestamp: maybe(z.string()),
  context: maybe(
    z.object({
      id: maybe(z.string()),
      forwarded: maybe(z.boolean()),
      frequently_forwarded: maybe(z.boolean()),
      referred_product: maybe(z.object({ product_retailer_id: z.string() })),
    }),
  ),
  referral: maybe(Referral),
  text: maybe(z.object({ body: z.string() })),
  button: maybe(z.object({ text: z.string() })),
  interactive: maybe(
    z.object({
      button_reply: maybe(Reply),
      list_reply: maybe(Reply),
      /** A form that was filled in. */
      nfm_reply: maybe(z.object({ response_json: maybe(z.string()), body: maybe(z.string()) })),
    }),
  ),
  image: maybe(Media),
  document: maybe(Media),
  audio: maybe(Media),
  video: maybe(Media),
  sticker: maybe(Media),
  location: maybe(Place),
  contacts: maybe(z.array(Contact)),
  order: maybe(Order),
  /** An empty emoji takes the reaction back. */
  reaction: maybe(z.object({ message_id: z.string().max(300), emoji: z.string().max(64).default("") })),
  /** Reason why the message has no content. */
  errors: list(Failure),
});

export type Message = z.output<typeof Message>;

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
