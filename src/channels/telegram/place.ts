/** A thread is a chat, or a topic in one: `-1001234` or `-1001234:56`. */

export interface ChatPlace {
  chat_id: number;
  message_thread_id?: number;
}

/** The General topic is the chat itself: Telegram refuses its number. */
export function threadOf(chat: number, topic: number | undefined): string {
  return topic === undefined || topic === 1 ? String(chat) : `${chat}:${topic}`;
}

/** Undefined for anything but a Telegram thread. */
export function placeOfThread(thread: string | undefined): ChatPlace | undefined {
  const [, chat, topic] = /^(-?\d{1,16})(?::(\d{1,10}))?$/.exec(thread ?? "") ?? [];
  if (chat === undefined) return undefined;
  return { chat_id: Number(chat), ...(topic !== undefined && { message_thread_id: Number(topic) }) };
}

/** Undefined for anything but a message id. */
export function messageIdOf(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}
