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
  files: z.array(SlackFile).max(100).catch([]).default([]),
});

export type SlackEvent = z.output<typeof SlackEvent>;

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
