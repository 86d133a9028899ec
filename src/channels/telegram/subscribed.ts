/** Subscribed updates: those about a chat, without changes of its members and without votes. */
export const UPDATES = [
  "message",
  "edited_message",
  "channel_post",
  "callback_query",
  "message_reaction",
  "my_chat_member",
] as const;
