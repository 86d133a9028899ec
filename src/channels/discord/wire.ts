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

const reference = z.object({ id: z.string(), author: user.optional() });

export const message = z.object({
  id: z.string(),
  content: z.string().default(""),
  author: user,
  attachments: z.array(attachment).default([]),
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
  mentions: z.array(user).default([]),
  sticker_items: z.array(z.object({ name: z.string() })).default([]),
  referenced_message: reference.nullish(),
});
export type WrittenMessage = z.output<typeof writtenMessage>;

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
  message: z.unknown().optional(),
});
export type DiscordInteraction = z.output<typeof interaction>;
export type InteractionData = z.output<typeof data>;
