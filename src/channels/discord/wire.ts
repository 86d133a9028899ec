/** Discord's payloads, as far as they are read here. */
import { z } from "zod";

const user = z.object({
  id: z.string(),
  username: z.string().default(""),
  global_name: z.string().nullish(),
  bot: z.boolean().optional(),
});
export type DiscordUser = z.output<typeof user>;

const member = z.object({ user: user.optional(), nick: z.string().nullish() });

const attachment = z.object({
  id: z.string(),
  filename: z.string(),
  content_type: z.string().optional(),
  size: z.number().optional(),
  url: z.string(),
  /** Only present on voice messages. */
  duration_secs: z.number().optional(),
});
export type DiscordAttachment = z.output<typeof attachment>;

const component = z.object({
  type: z.number(),
  custom_id: z.string().optional(),
  label: z.string().optional(),
  value: z.string().optional(),
});

/** Items that can be read; others are left out, so that the rest of the message is not lost with them. */
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .default([])
    .transform((items) => items.flatMap((each) => item.safeParse(each).data ?? []));

const maybe = z.string().nullish().catch(undefined);
const named = z.object({ name: maybe }).nullish().catch(undefined);

/** The card of a link or of an app. */
const embed = z.object({
  title: maybe,
  description: maybe,
  url: maybe,
  author: named,
  provider: named,
  fields: list(z.object({ name: z.string(), value: z.string() })),
  footer: z.object({ text: maybe }).nullish().catch(undefined),
});
export type DiscordEmbed = z.output<typeof embed>;

const pollWords = z.object({ text: maybe }).nullish().catch(undefined);
const poll = z.object({
  question: pollWords,
  answers: list(z.object({ poll_media: pollWords })),
});
export type DiscordPoll = z.output<typeof poll>;

/** Everything of a message that can be read. */
const content = z.object({
  content: z.string().default(""),
  attachments: list(attachment),
  embeds: list(embed),
  poll: poll.nullish().catch(undefined),
  sticker_items: list(z.object({ name: z.string() })),
  mentions: list(user),
});
export type DiscordContent = z.output<typeof content>;

const reference = content.extend({ id: z.string(), author: user.optional().catch(undefined) });

export const message = content.extend({
  id: z.string(),
  author: user,
  /** Forwarded messages. */
  message_snapshots: list(z.object({ message: content })),
  components: z.array(z.object({ components: z.array(component).default([]) })).default([]),
});
export type DiscordMessage = z.output<typeof message>;

/** A message as the Gateway sends it. */
export const writtenMessage = message.extend({
  channel_id: z.string(),
  guild_id: z.string().optional(),
  /** 0 is a message, 19 a reply; all others report events. */
  type: z.number().default(0),
  member: member.optional(),
  webhook_id: z.string().optional(),
  timestamp: maybe,
  referenced_message: reference.nullish().catch(undefined),
});
export type WrittenMessage = z.output<typeof writtenMessage>;

const earlier = list(
  reference.extend({
    type: z.number().default(0),
    referenced_message: reference.nullish().catch(undefined),
  }),
);
export type EarlierMessage = z.output<typeof earlier>[number];

/** Messages of a channel, newest first; those that cannot be read are left out. */
export function earlierMessages(body: unknown): EarlierMessage[] {
  return earlier.parse(body);
}

const channel = z.object({ type: z.number() });

export function channelOf(body: unknown): z.output<typeof channel> | undefined {
  return channel.safeParse(body).data;
}

const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
});

const data = z.object({
  name: z.string().default(""),
  /** Kind of a command: 1 is written, 3 is chosen in a message's menu. */
  type: z.number().default(1),
  options: z.array(option).default([]),
  custom_id: z.string().default(""),
  target_id: z.string().optional(),
  resolved: z.object({ messages: z.record(z.string(), z.unknown()).default({}) }).optional(),
  components: z.array(z.object({ components: z.array(component).default([]) })).default([]),
});

export const interaction = z.object({
  id: z.string(),
  application_id: z.string(),
  /** 1 ping, 2 command, 3 component, 4 autocompletion, 5 modal. */
  type: z.number(),
  token: z.string(),
  data: data.optional(),
  guild_id: z.string().optional(),
  channel_id: z.string().optional(),
  /** 0 a server, 1 a direct message with the bot, 2 a direct message between people. */
  context: z.number().nullish(),
  member: member.optional(),
  user: user.optional(),
  /** Language of the person's app. */
  locale: maybe,
  /** Language of the server. */
  guild_locale: maybe,
  message: z.unknown().optional(),
});
export type DiscordInteraction = z.output<typeof interaction>;
export type InteractionData = z.output<typeof data>;
