/** Slack's event envelope, as far as it is read. */
import { z } from "zod";

const id = z.string().regex(/^[A-Z0-9]{2,30}$/);
const ts = z.string().regex(/^\d{1,12}\.\d{1,9}$/);

const SlackFile = z.object({
  id,
  name: z.string().nullish(),
  mimetype: z.string().default("application/octet-stream"),
  size: z.number().int().nonnegative().optional(),
  mode: z.string().optional(),
  subtype: z.string().optional(),
});

export type SlackFile = z.output<typeof SlackFile>;

const maybe = z.string().nullish().catch(undefined);
const files = z
  .array(z.unknown())
  .max(100)
  .catch([])
  .default([])
  .transform((all) => all.flatMap((each) => SlackFile.safeParse(each).data ?? []));

/** A forwarded message, the card of a link or of an app. */
const SlackAttachment = z.object({
  is_share: z.boolean().default(false).catch(false),
  is_msg_unfurl: z.boolean().default(false).catch(false),
  author_name: maybe,
  author_subname: maybe,
  channel_name: maybe,
  service_name: maybe,
  from_url: maybe,
  pretext: maybe,
  title: maybe,
  title_link: maybe,
  text: maybe,
  fallback: maybe,
  footer: maybe,
  fields: z
    .array(z.object({ title: maybe, value: maybe }))
    .catch([])
    .default([]),
  blocks: z.unknown().optional(),
  message_blocks: z.unknown().optional(),
  files,
});

export type SlackAttachment = z.output<typeof SlackAttachment>;

/** An edited message, before or after. */
const SlackVersion = z.object({
  user: id.optional().catch(undefined),
  bot_id: z.string().nullish(),
  subtype: z.string().optional(),
  text: z.string().default(""),
  ts: ts.optional(),
  thread_ts: ts.optional(),
  edited: z.unknown().optional(),
});

const SlackEvent = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  channel: id.optional(),
  channel_type: z.string().optional(),
  user: id.optional(),
  /** The author's workspace. Slack sends the first two only when it is another workspace, in a shared channel. */
  user_team: id.nullish(),
  source_team: id.nullish(),
  team: id.nullish(),
  bot_id: z.string().nullish(),
  text: z.string().default(""),
  ts: ts.optional(),
  thread_ts: ts.optional(),
  parent_user_id: id.optional(),
  files,
  attachments: z.array(SlackAttachment).max(50).catch([]).default([]),
  blocks: z.unknown().optional(),
  message: SlackVersion.optional().catch(undefined),
  previous_message: SlackVersion.optional().catch(undefined),
});

/** `edits`: which wording of an edited message it is. */
export type SlackEvent = z.output<typeof SlackEvent> & { edits?: string };

const EventCallback = z.object({
  type: z.literal("event_callback"),
  team_id: id.nullish(),
  enterprise_id: id.nullish(),
  api_app_id: id.nullish(),
  event: SlackEvent,
  /** The authorization that is marked as a bot is the bot that the event was sent for. */
  authorizations: z
    .array(z.object({ user_id: id.nullish(), is_bot: z.boolean().default(false) }))
    .catch([])
    .default([]),
});

export type EventCallback = z.output<typeof EventCallback>;

export const Envelope = z.discriminatedUnion("type", [
  z.object({ type: z.literal("url_verification"), challenge: z.string().max(1_000) }),
  EventCallback,
]);
