/** The methods of the Bot API, as far as a bot calls them here. */
import { keyboardProblem, type SentEntity, type SentKeyboard, textProblem } from "./checks.ts";
import type { WireMessage, WireState } from "./state.ts";

export interface WireReply {
  code: number;
  body: unknown;
}

export interface WireRequest {
  fields: Record<string, unknown>;
  files: Map<string, { name: string; media_type: string; content: string }>;
}

type Method = (state: WireState, request: WireRequest) => WireReply;

const METHODS: Readonly<Record<string, Method>> = {
  getMe: ({ bot: { id, username } }) => ok({ id, is_bot: true, first_name: "Wire", username }),
  getWebhookInfo: ({ webhook: { secret_token: _, ...shown } }) => ok(shown),
  setWebhook,
  deleteWebhook: (state) => {
    state.webhook = { url: "", pending_update_count: 0 };
    return ok(true);
  },
  getUpdates,
  setMyCommands: (state, { fields }) => {
    state.commands[String(fields["language_code"] ?? "")] = fields["commands"] as unknown[];
    return ok(true);
  },
  sendMessage,
  editMessageText,
  deleteMessage,
  sendChatAction: () => ok(true),
  setMessageReaction,
  answerCallbackQuery: () => ok(true),
  getFile,
  ...Object.fromEntries(
    ["photo", "animation", "voice", "audio", "video", "document"].map((way) => [
      methodOf(way),
      sendFile(way),
    ]),
  ),
};

function methodOf(way: string): string {
  return `send${way.charAt(0).toUpperCase()}${way.slice(1)}`;
}

export function perform(state: WireState, method: string, request: WireRequest): WireReply {
  return METHODS[method]?.(state, request) ?? refused(404, "Not Found: method not found");
}

export function ok(result: unknown): WireReply {
  return { code: 200, body: { ok: true, result } };
}

export function refused(code: number, description: string, parameters?: object): WireReply {
  return { code, body: { ok: false, error_code: code, description, ...(parameters && { parameters }) } };
}

/** A Telegram on this machine calls others on it without TLS. */
function setWebhook(state: WireState, { fields }: WireRequest): WireReply {
  const url = String(fields["url"] ?? "");
  if (!/^https:|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url))
    return refused(400, "Bad Request: bad webhook: An HTTPS URL must be provided for webhook");
  const { secret_token, allowed_updates } = fields as { secret_token?: string; allowed_updates?: string[] };
  state.webhook = {
    url,
    pending_update_count: 0,
    ...(secret_token !== undefined && { secret_token }),
    ...(allowed_updates && { allowed_updates }),
  };
  return ok(true);
}

/** Updates before the asked offset are forgotten. */
function getUpdates(state: WireState, { fields }: WireRequest): WireReply {
  if (state.webhook.url !== "")
    return refused(409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook");
  const offset = Number(fields["offset"] ?? 0);
  state.unread = state.unread.filter(({ update_id }) => update_id >= offset);
  return ok(state.unread);
}

function sendMessage(state: WireState, { fields }: WireRequest): WireReply {
  const said = saidIn(fields);
  return typeof said === "string" ? refused(400, said) : added(state, fields, said);
}

type Said = Pick<WireMessage, "text" | "entities"> & { keyboard?: SentKeyboard };

function saidIn(fields: WireRequest["fields"]): Said | string {
  const { text, entities, reply_markup, parse_mode } = fields as {
    text?: string;
    entities?: SentEntity[];
    reply_markup?: SentKeyboard;
    parse_mode?: string;
  };
  if (parse_mode !== undefined) return "Bad Request: this server reads entities and no parse_mode";
  const problem = textProblem(text, entities) ?? keyboardProblem(reply_markup);
  if (problem !== undefined) return problem;
  return { text: text ?? "", entities: entities ?? [], ...(reply_markup && { keyboard: reply_markup }) };
}

function added(
  state: WireState,
  fields: WireRequest["fields"],
  said: Said & Pick<WireMessage, "file">,
): WireReply {
  const { chat_id, message_thread_id, reply_parameters } = fields as {
    chat_id?: number;
    message_thread_id?: number;
    reply_parameters?: { message_id: number };
  };
  if (chat_id === undefined) return refused(400, "Bad Request: chat_id is empty");
  const message: WireMessage = {
    message_id: state.next_id++,
    chat_id,
    ...(message_thread_id !== undefined && { topic: message_thread_id }),
    ...(reply_parameters && { reply_to: reply_parameters.message_id }),
    ...said,
    reactions: [],
    edits: [],
  };
  state.messages.push(message);
  return ok(shown(message));
}

function shown({ message_id, chat_id, text, entities }: WireMessage): object {
  return { message_id, date: 1, chat: { id: chat_id, type: "private" }, text, entities };
}

function editMessageText(state: WireState, { fields }: WireRequest): WireReply {
  const said = saidIn(fields);
  if (typeof said === "string") return refused(400, said);
  const message = messageIn(state, fields);
  if (!message) return refused(400, "Bad Request: message to edit not found");
  const { text, entities, keyboard } = message;
  const isSame =
    JSON.stringify([text, entities, keyboard]) === JSON.stringify([said.text, said.entities, said.keyboard]);
  if (isSame)
    return refused(
      400,
      "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  message.edits.push(text);
  delete message.keyboard;
  Object.assign(message, said);
  return ok(shown(message));
}

function deleteMessage(state: WireState, { fields }: WireRequest): WireReply {
  const message = messageIn(state, fields);
  if (!message) return refused(400, "Bad Request: message to delete not found");
  state.messages.splice(state.messages.indexOf(message), 1);
  return ok(true);
}

function messageIn({ messages }: WireState, fields: WireRequest["fields"]): WireMessage | undefined {
  const { chat_id, message_id } = fields;
  return messages.find((message) => message.message_id === message_id && message.chat_id === chat_id);
}

function setMessageReaction(state: WireState, { fields }: WireRequest): WireReply {
  const [reaction] = (fields["reaction"] ?? []) as { emoji: string }[];
  if (!reaction || /\ufe0f/.test(reaction.emoji)) return refused(400, "Bad Request: REACTION_INVALID");
  messageIn(state, fields)?.reactions.push(reaction.emoji);
  return ok(true);
}

function getFile({ files }: WireState, { fields }: WireRequest): WireReply {
  const file_id = String(fields["file_id"]);
  const file = files.get(file_id);
  if (!file) return refused(400, "Bad Request: wrong file_id or the file is temporarily unavailable");
  if (file.size > 20 * 1024 * 1024) return refused(400, "Bad Request: file is too big");
  return ok({ file_id, file_path: file.path, file_size: file.size });
}

function sendFile(way: string): Method {
  return (state, { fields, files }) => {
    const file = files.get(way);
    if (!file) return refused(400, `Bad Request: there is no ${way} in the request`);
    if (file.content.length > 50 * 1024 * 1024) return refused(413, "Request Entity Too Large");
    if (way === "photo" && !file.media_type.startsWith("image/"))
      return refused(400, "Bad Request: PHOTO_INVALID_DIMENSIONS");
    return added(state, fields, { text: "", entities: [], file: { way, ...file } });
  };
}
