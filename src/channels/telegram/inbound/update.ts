/**
 * Telegram's updates, as far as they are read. Unlisted fields are ignored; a field of an unexpected form counts as
 * absent, so that a message with something new in it still yields its words.
 */
import { z } from "zod";
import { parseJson } from "../../../platform/json.ts";

const id = z.int();
const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const User = z.object({
  id,
  is_bot: z.boolean().default(false),
  first_name: z.string().default(""),
  last_name: maybe(z.string()),
  username: maybe(z.string()),
  /** IETF tag of the person's app. */
  language_code: maybe(z.string()),
});
export type TelegramUser = z.output<typeof User>;

const Chat = z.object({
  id,
  type: z.enum(["private", "group", "supergroup", "channel"]),
  title: maybe(z.string()),
  username: maybe(z.string()),
  first_name: maybe(z.string()),
});

const Entity = z.object({
  type: z.string(),
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  user: maybe(User),
  /** Target of a text link; other kinds of entity have none. */
  url: maybe(z.string()),
});
export type IncomingEntity = z.output<typeof Entity>;

const Entities = maybe(
  z.array(z.unknown()).transform((all) => all.flatMap((each) => Entity.safeParse(each).data ?? [])),
);

const TelegramFile = z.object({
  file_id: z.string(),
  file_name: maybe(z.string()),
  mime_type: maybe(z.string()),
  file_size: maybe(z.number()),
});
export type TelegramFile = z.output<typeof TelegramFile>;

const Sticker = TelegramFile.extend({
  emoji: maybe(z.string()),
  is_animated: z.boolean().default(false),
  is_video: z.boolean().default(false),
});

const Location = z.object({
  latitude: z.number(),
  longitude: z.number(),
  live_period: maybe(z.number()),
});

const Origin = z.object({
  sender_user: maybe(User),
  sender_user_name: maybe(z.string()),
  sender_chat: maybe(Chat),
  chat: maybe(Chat),
});
export type Origin = z.output<typeof Origin>;

const Titled = z.object({ title: z.string(), description: z.string().default("") });

const Content = z.object({
  text: maybe(z.string()),
  caption: maybe(z.string()),
  entities: Entities,
  caption_entities: Entities,
  photo: maybe(z.array(TelegramFile)),
  document: maybe(TelegramFile),
  animation: maybe(TelegramFile),
  video: maybe(TelegramFile),
  video_note: maybe(TelegramFile),
  audio: maybe(TelegramFile.extend({ title: maybe(z.string()), performer: maybe(z.string()) })),
  voice: maybe(TelegramFile),
  sticker: maybe(Sticker),
  location: maybe(Location),
  venue: maybe(z.object({ title: z.string(), address: z.string() })),
  contact: maybe(
    z.object({ phone_number: z.string(), first_name: z.string(), last_name: maybe(z.string()) }),
  ),
  poll: maybe(z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) })),
  dice: maybe(z.object({ emoji: z.string(), value: z.number() })),
  game: maybe(Titled),
  invoice: maybe(Titled),
  checklist: maybe(z.object({ title: z.string(), tasks: z.array(z.object({ text: z.string() })) })),
  story: maybe(z.object({ chat: maybe(Chat) })),
});
export type Content = z.output<typeof Content>;

const RepliedMessage = Content.extend({
  message_id: id,
  from: maybe(User),
  sender_chat: maybe(Chat),
  forum_topic_created: maybe(z.unknown()),
  forward_origin: maybe(Origin),
});

const Message = Content.extend({
  message_id: id,
  chat: Chat,
  from: maybe(User),
  sender_chat: maybe(Chat),
  author_signature: maybe(z.string()),
  is_topic_message: maybe(z.boolean()),
  message_thread_id: maybe(id),
  is_automatic_forward: maybe(z.boolean()),
  media_group_id: maybe(z.string()),
  forward_origin: maybe(Origin),
  reply_to_message: maybe(RepliedMessage),
  external_reply: maybe(Content.extend({ origin: maybe(Origin), chat: maybe(Chat) })),
  reply_to_story: maybe(z.object({ chat: maybe(Chat) })),
  quote: maybe(z.object({ text: z.string(), entities: Entities })),
  /** Seconds since the epoch; `edit_date` of an edit. */
  date: maybe(id),
  edit_date: maybe(id),
  migrate_to_chat_id: maybe(id),
  migrate_from_chat_id: maybe(id),
});
export type IncomingMessage = z.output<typeof Message>;

const Keyboard = z.object({
  inline_keyboard: z.array(z.array(z.object({ text: z.string(), callback_data: maybe(z.string()) }))),
});

const CallbackQuery = z.object({
  id: z.string(),
  from: User,
  data: maybe(z.string()),
  message: maybe(
    z.object({
      message_id: id,
      chat: Chat,
      is_topic_message: maybe(z.boolean()),
      message_thread_id: maybe(id),
      reply_markup: maybe(Keyboard),
    }),
  ),
});
export type CallbackQuery = z.output<typeof CallbackQuery>;

const Reaction = z
  .object({ type: z.string(), emoji: maybe(z.string()) })
  .transform(({ type, emoji }) => emoji ?? type.replaceAll("_", " "));

const MessageReaction = z.object({
  chat: Chat,
  message_id: id,
  /** Absent: the person appears as the group itself, or as a channel. */
  user: maybe(User),
  actor_chat: maybe(Chat),
  new_reaction: z.array(Reaction).max(20),
});
export type MessageReaction = z.output<typeof MessageReaction>;

const Member = z.object({ status: z.string(), is_member: z.boolean().default(false) });

const MyChatMember = z.object({
  chat: Chat,
  from: maybe(User),
  old_chat_member: Member,
  new_chat_member: Member,
});
export type MyChatMember = z.output<typeof MyChatMember>;

const Update = z.object({
  update_id: id,
  message: Message.optional(),
  edited_message: Message.optional(),
  channel_post: Message.optional(),
  callback_query: CallbackQuery.optional(),
  message_reaction: maybe(MessageReaction),
  my_chat_member: maybe(MyChatMember),
});
type Update = z.output<typeof Update>;

/** `kinds`: the names of the update's parts. `fields`: those of its message, the unknown ones too. */
interface ReceivedUpdate {
  update: Update;
  kinds: string[];
  fields: string[];
}

/** Undefined for anything but an update. */
export function updateOf(body: Uint8Array): ReceivedUpdate | undefined {
  const json = parseJson(new TextDecoder().decode(body));
  const result = Update.safeParse(json);
  if (!result.success) return undefined;
  const raw = Object(json) as Record<string, unknown>;
  const kinds = Object.keys(raw).filter((name) => name !== "update_id");
  return { update: result.data, kinds, fields: Object.keys(Object(raw["message"] ?? raw["channel_post"])) };
}
