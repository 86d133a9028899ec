/** A pressed button: the answer or decision of the person who pressed it. */

import { trustId } from "../../../domain/ids.ts";
import type { Inbound } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import type { ParsedWebhook, WebhookAnswer } from "../../channel.ts";
import { DECISION_OF_WORD } from "../../decision-words.ts";
import { pressedOf, type TelegramButtonPress } from "../press.ts";
import type { Bot } from "../settings.ts";
import { nameOf } from "./content-text.ts";
import { languageIn, sourceOf } from "./message.ts";
import type { CallbackQuery } from "./update.ts";

export async function pressOf(bot: Bot, query: CallbackQuery, key: string): Promise<ParsedWebhook> {
  const pressed = pressedOf(query.data ?? "");
  if (query.from.is_bot || !query.message || !pressed) return tooOld(query);
  const source = {
    ...sourceOf(bot, query.message),
    sender: String(query.from.id),
    sender_name: nameOf(query.from),
    ...languageIn(query.from),
  };
  const inbound = inboundOf(pressed, query, { key, source });
  if (!inbound) return tooOld(query);
  return {
    status: "inbound",
    inbounds: [inbound],
    answer: toldOf(query),
    refused: (why) => toldOf(query, why.slice(0, MOST_TOLD)),
  };
}

/** Telegram's limit for the text shown after a press. */
const MOST_TOLD = 200;

async function tooOld(query: CallbackQuery): Promise<ParsedWebhook> {
  const say = await loadWords(languageIn(query.from).language);
  return { status: "answer", ...toldOf(query, say("This button has expired. Write your answer instead.")) };
}

/** Undefined when Telegram no longer sends the button's words along. */
function inboundOf(
  pressed: TelegramButtonPress,
  { data, message }: CallbackQuery,
  base: Pick<Inbound, "key" | "source">,
): Inbound | undefined {
  const call_id = trustId<"call">(pressed.call_id);
  if (pressed.kind === "approval")
    return { ...base, type: "decision", call_id, decision: DECISION_OF_WORD[pressed.word] };
  const buttons = message?.reply_markup?.inline_keyboard.flat() ?? [];
  const content = buttons.find(({ callback_data }) => callback_data === data)?.text;
  return content === undefined ? undefined : { ...base, type: "tool_result", call_id, content };
}

/** The button shows a spinner until its press is answered; the answer is a Bot API call in the response. */
function toldOf({ id }: CallbackQuery, text?: string): WebhookAnswer {
  const call = { method: "answerCallbackQuery", callback_query_id: id, ...(text !== undefined && { text }) };
  return { content_type: "application/json", body: JSON.stringify(call) };
}
