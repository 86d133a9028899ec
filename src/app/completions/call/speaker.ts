/** The person who speaks, and the chat that they speak in, as a front end with a key for several people names them. */
import type { ApiContext } from "../../http/api.ts";

export interface NamedSpeaker {
  /** Identity within the key. */
  sender: string;
  /** Display name. */
  name: string;
}

/** The first that is sent counts. */
const SPEAKERS = [
  "x-openwebui-user-id",
  "x-openwebui-user-email",
  "x-librechat-user-id",
  "x-librechat-user-email",
];
const NAMES = ["x-openwebui-user-name", "x-librechat-user-name"];
const CHATS = ["x-openwebui-chat-id", "x-librechat-conversation-id"];
/** Chats that Open WebUI does not keep itself are named after a connection, which several of them share. */
const UNKEPT = /^local:/;
const LONGEST = 200;

/**
 * Undefined unless the key may speak for others. `user`: named in the body, by programs without such headers.
 */
export function speakerOf(context: ApiContext, user: string | undefined): NamedSpeaker | undefined {
  if (context.get("principal").speaks_for_others !== true) return undefined;
  const sender = sentIn(context, SPEAKERS) ?? filledIn(user);
  return sender === undefined ? undefined : { sender, name: sentIn(context, NAMES) ?? sender };
}

/** The front end's own id of the chat. */
export function chatOf(context: ApiContext): string | undefined {
  const chat = sentIn(context, CHATS);
  return chat === undefined || UNKEPT.test(chat) ? undefined : chat;
}

function sentIn(context: ApiContext, headers: readonly string[]): string | undefined {
  return headers
    .map((name) => filledIn(decoded(context.req.header(name))))
    .find((value) => value !== undefined);
}

/** A placeholder that the front end has not filled in names nobody. */
function filledIn(given: string | undefined): string | undefined {
  const value = given?.trim().slice(0, LONGEST) ?? "";
  return value === "" || value.startsWith("{{") ? undefined : value;
}

/** Names come percent-encoded, since a header takes no other letters. */
function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return value;
  }
}
