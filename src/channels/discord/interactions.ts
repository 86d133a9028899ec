/** Parses Discord interactions into inputs and their immediate responses. */
import type { Source, UserMessage } from "../../domain/inbound.ts";
import type { TextPart } from "../../domain/message.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import { loadWords } from "../../domain/text/translated/in-language.ts";
import { interfaceLanguage } from "../../domain/text/translated/languages.ts";
import { parseJson } from "../../platform/json.ts";
import { quotesOf } from "../brought.ts";
import type { ParsedWebhook } from "../channel.ts";
import {
  ASK_MODAL,
  acknowledgePress,
  askModal,
  choices,
  deferAnswer,
  ephemeralAnswer,
  ephemeralWebhook,
  pong,
  replaceMessage,
} from "./answers.ts";
import { forwardedQuotes, gist } from "./brought.ts";
import { pressedOf } from "./buttons.ts";
import { fileOf } from "./messages.ts";
import { nameOf } from "./names.ts";
import { writeReplyToken } from "./reply-token.ts";
import type { Bot } from "./settings.ts";
import {
  type DiscordInteraction,
  type DiscordMessage,
  type InteractionData,
  interaction as interactionShape,
  message as messageShape,
} from "./wire.ts";

/** The command that takes free text, and the one in the menu of a message. */
export const ASK = "ask";
export const ASK_ABOUT = "Ask about this message";

/** Commands whose answers concern only the asker: in a server nobody else sees them. */
const PRIVATE = new Set(["link", "whoami", "status", "usage", "memory", "help"]);
const BETWEEN_PEOPLE = 2;
const MOST_CONTENT = 2_000;

interface Received {
  interaction: DiscordInteraction;
  data: InteractionData;
  bot: Bot;
  say: Translate;
}

/** `body` is verified. Never throws. */
export async function parseInteraction(body: Uint8Array, bot: Bot): Promise<ParsedWebhook> {
  const read = interactionShape.safeParse(parseJson(new TextDecoder().decode(body)));
  if (!read.success) return { status: "ignored", reason: "Unknown interaction." };
  const interaction = read.data;
  if (interaction.application_id !== bot.settings.DISCORD_APPLICATION_ID)
    return { status: "ignored", reason: "The interaction is for another app than DISCORD_APPLICATION_ID." };
  if (interaction.type === 1) return { status: "answer", ...pong() };
  const handler = HANDLERS[interaction.type];
  const { data } = interaction;
  if (!handler || !data)
    return { status: "ignored", reason: "Nightjar doesn't use this kind of interaction." };
  const say = await loadWords(languageIn(interaction).language);
  return handler({ interaction, data, bot, say });
}

const HANDLERS: Readonly<Record<number, (received: Received) => ParsedWebhook>> = {
  2: command,
  3: pressed,
  4: autocomplete,
  5: submitted,
};

function command(received: Received): ParsedWebhook {
  const { data, interaction, say } = received;
  if (data.target_id !== undefined) return aboutMessage(received, data.target_id);
  const words = data.options
    .map(({ value }) => String(value ?? ""))
    .join(" ")
    .trim();
  if (data.name === ASK)
    return words === "" ? { status: "answer", ...askModal(say) } : inboundOf(received, { text: words });
  const isPrivate = isGroup(interaction) && PRIVATE.has(data.name);
  return inboundOf(received, { text: `/${data.name} ${words}`.trim(), isPrivate });
}

function aboutMessage(received: Received, target: string): ParsedWebhook {
  const found = messageShape.safeParse(received.data.resolved?.messages[target]);
  const { say } = received;
  if (!found.success) return ephemeralWebhook(say("I can't read that message. Ask with /ask instead."));
  const { author, attachments, message_snapshots } = found.data;
  const inside = message_snapshots.flatMap(({ message }) => message.attachments);
  const name = oneLine(nameOf(author), 80);
  const quote = [...quotesOf(gist({ ...found.data, attachments: [] }), name), ...forwardedQuotes(found.data)];
  const text = `This is about that message of ${name}.`;
  return inboundOf(received, {
    text,
    quote,
    about: found.data,
    attachments: [...attachments, ...inside].map(fileOf),
  });
}

interface Question extends Pick<UserMessage, "attachments"> {
  text: string;
  /** Quote of the message that the command was used on. */
  quote?: readonly TextPart[];
  isPrivate?: boolean;
  about?: DiscordMessage;
}

function inboundOf(
  received: Received,
  { text, quote = [], isPrivate = false, about, attachments = [] }: Question,
): ParsedWebhook {
  const { interaction, bot, say } = received;
  const source = sourceOf(interaction, bot);
  if (!source) return ephemeralWebhook(say("Discord didn't say who wrote this. Try again."));
  const reply_token = writeReplyToken(interaction.id, interaction.token, isPrivate);
  const inbound: UserMessage = {
    type: "user_message",
    key: `discord:${interaction.id}`,
    source: { ...source, reply_token, ...(about && { message: about.id }) },
    parts: [...quote, { type: "text", text }],
    is_addressed: true,
    ...(about && { reply_to: about.id }),
    ...(attachments.length > 0 && { attachments }),
  };
  return { status: "inbound", inbounds: [inbound], answer: deferAnswer(isPrivate), refused: ephemeralAnswer };
}

function submitted(received: Received): ParsedWebhook {
  const { data, say } = received;
  const fields = data.components.flatMap(({ components }) => components);
  const text = fields
    .map(({ value = "" }) => value.trim())
    .join("\n")
    .trim();
  if (data.custom_id !== ASK_MODAL || text === "")
    return ephemeralWebhook(say("The question is empty. Try /ask again."));
  return inboundOf(received, { text });
}

function pressed({ interaction, data, bot }: Received): ParsedWebhook {
  const shown = messageShape.safeParse(interaction.message);
  const found = pressedOf(data.custom_id, shown.data);
  const source = sourceOf(interaction, bot);
  if (!found || !source) return { status: "answer", ...acknowledgePress() };
  const message = shown.data && { message: shown.data.id };
  const inbound = { key: `discord:${interaction.id}`, source: { ...source, ...message }, ...found.inbound };
  // In a group the presser may have no say in it, so the buttons stay.
  const note = shown.data && !isGroup(interaction) ? `${shown.data.content}\n-# ${found.label}` : undefined;
  const fits = note !== undefined && note.length <= MOST_CONTENT;
  return {
    status: "inbound",
    inbounds: [inbound],
    answer: fits ? replaceMessage(note) : acknowledgePress(),
    refused: ephemeralAnswer,
  };
}

/** Autocompletion looks nothing up: the typed text is the choice. */
function autocomplete({ data }: Received): ParsedWebhook {
  const typed = String(data.options.find(({ focused }) => focused)?.value ?? "").slice(0, 100);
  return { status: "answer", ...choices(typed.trim() === "" ? [] : [typed]) };
}

function isGroup({ guild_id, context }: DiscordInteraction): boolean {
  return guild_id !== undefined || context === BETWEEN_PEOPLE;
}

/** The language of the person's app, else of their server, if Nightjar has its words in it. */
function languageIn({ locale, guild_locale }: DiscordInteraction): Pick<Source, "language"> {
  const language = interfaceLanguage(locale) ?? interfaceLanguage(guild_locale);
  return language === undefined ? {} : { language };
}

function sourceOf(interaction: DiscordInteraction, { account }: Bot): Source | undefined {
  const { member, user = member?.user, channel_id } = interaction;
  if (!user || channel_id === undefined) return undefined;
  return {
    channel: "discord",
    ...(account !== "" && { account }),
    ...(isGroup(interaction) && { is_group: true as const }),
    sender: user.id,
    sender_name: nameOf(user, member?.nick),
    thread: channel_id,
    ...languageIn(interaction),
  };
}
