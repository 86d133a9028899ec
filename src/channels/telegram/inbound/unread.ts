/** Kinds of messages that nobody reads here, told from reports that nobody wrote. */

import { unreadKind } from "../../brought.ts";

/** Fields that say who wrote where and when, or what is read. */
const KNOWN: ReadonlySet<string> = new Set(
  `message_id message_thread_id direct_messages_topic from sender_chat sender_boost_count sender_business_bot date
  business_connection_id chat forward_origin is_topic_message is_automatic_forward reply_to_message external_reply quote
  reply_to_story reply_to_checklist_task_id via_bot edit_date has_protected_content is_from_offline is_paid_post
  media_group_id author_signature paid_star_count text entities link_preview_options suggested_post_info effect_id caption
  caption_entities show_caption_above_media has_media_spoiler reply_markup sender_tag forward_from forward_from_chat
  forward_from_message_id forward_signature forward_sender_name forward_date`.split(/\s+/),
);

/** Reports of what happened in the chat. */
const REPORT =
  /^(?:new_chat_|left_chat_|delete_chat_|group_chat_|supergroup_chat_|channel_chat_|message_auto_delete|migrate_|pinned_message|connected_website|write_access_|proximity_alert|boost_added|chat_|forum_topic_|general_forum_|giveaway_(?:created|completed)|video_chat_|voice_chat_|direct_message_price|paid_message_price|checklist_tasks_|suggested_post_|successful_payment|refunded_payment|passport_data|users_shared|user_shared)/;

/** Undefined: nobody wrote it, or it says nothing. */
export function unreadWords(fields: readonly string[]): string | undefined {
  if (fields.some((field) => REPORT.test(field))) return undefined;
  const kind = fields.find((field) => !KNOWN.has(field));
  return kind === undefined
    ? undefined
    : unreadKind(`a message of the kind "${kind.replaceAll("_", " ").slice(0, 40)}"`);
}
