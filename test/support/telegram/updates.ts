/** Updates as Telegram sends them, with what a test is about in place of the usual. */

let updates = 5_000;

export const MONA = { id: 501, is_bot: false, first_name: "Mona", last_name: "Lee", username: "mona" };
export const DIRECT = { id: 501, type: "private", first_name: "Mona" };
export const GROUP = { id: -100_200, type: "supergroup", title: "The choir" };

type Fields = Record<string, unknown>;

export function update(fields: Fields): Fields & { update_id: number } {
  updates += 1;
  return { update_id: updates, ...fields };
}

export function message(fields: Fields = {}): Fields {
  return { message_id: 71, date: 1_700_000_000, from: MONA, chat: DIRECT, ...fields };
}

export function groupMessage(fields: Fields = {}): Fields {
  return message({ chat: GROUP, ...fields });
}

/** The stretch of `text` that reads `words`. */
export function entity(text: string, words: string, type: string): Fields {
  return { type, offset: text.indexOf(words), length: words.length };
}

/** Somebody presses a button of a message that the bot has sent. */
export function press(data: string, sent: { message_id: number; chat: object; keyboard?: unknown }): Fields {
  const { message_id, chat, keyboard: reply_markup } = sent;
  const on = {
    message_id,
    chat,
    date: 1_700_000_000,
    text: "?",
    ...(reply_markup !== undefined && { reply_markup }),
  };
  return { callback_query: { id: "cb-1", from: MONA, chat_instance: "1", data, message: on } };
}
