/** Addresses of messages, as sources have them: paths of the app. */

/** Address of a message of a conversation; without a message, of the conversation. */
export function messageAddress(conversation: string, message?: string): string {
  const page = `/c/${encodeURIComponent(conversation)}`;
  return message === undefined ? page : `${page}#${message}`;
}

/** Whether it leads to a message or a conversation of this Nightjar. */
export function isMessageAddress(url: string): boolean {
  return /^\/c\/[\w%-]+(?:#\w+)?$/.test(url);
}
