/** Parses a Slack message that concerns the agent. */
import type { Inbound, RemoteFile, Source } from "../../../domain/inbound.ts";
import type { QuotePart, TextPart } from "../../../domain/message.ts";
import { EDITED, quotesOf, sentAt, unreadKind } from "../../brought.ts";
import type { ParsedWebhook } from "../../channel.ts";
import { wordsOf } from "../mrkdwn.ts";
import { isDirect, threadOf } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { ignoreWebhook } from "./answers.ts";
import { attachedFiles, attachedQuotes, wordsOfBlocks } from "./brought.ts";
import { editedEvent } from "./edit.ts";
import type { EventCallback, SlackEvent, SlackFile } from "./envelope.ts";
import { type Installation, senderIn } from "./installation.ts";
import type { Workspace } from "./workspace.ts";

/** Modes of files that Slack names without giving access. */
const GONE: ReadonlySet<string> = new Set(["tombstone", "hidden_by_limit"]);

/** Files are downloaded by id: an address in a message is not trusted. */
function attachmentsOf(files: readonly SlackFile[]): RemoteFile[] {
  return files.filter(({ mode }) => mode === undefined || !GONE.has(mode)).map(attachmentOf);
}

function attachmentOf({ id, name, mimetype, size, subtype }: SlackFile): RemoteFile {
  const isVoice = subtype === "slack_audio";
  const type =
    isVoice || mimetype.startsWith("audio/") ? "audio" : mimetype.startsWith("image/") ? "image" : "file";
  return {
    ref: id,
    type,
    name: name ?? id,
    media_type: mimetype,
    ...(size !== undefined && { size }),
    ...(isVoice && { is_voice: true as const }),
  };
}

/** Subtypes of messages that a person wrote; all others report changes. */
const WRITTEN: ReadonlySet<string> = new Set(["file_share", "thread_broadcast", "me_message"]);

interface Reader {
  app: SlackApp;
  workspace: Workspace;
  home: Installation;
}

interface Heard {
  event: Written;
  bot: string | undefined;
  workspace: Workspace;
}

interface Written extends SlackEvent {
  channel: string;
  user: string;
  ts: string;
}

/** Undefined: the message is not for an agent. The event must come from the workspace where the app is installed. */
export async function messageOf(
  reader: Reader,
  { event: received, authorizations, team_id }: EventCallback,
): Promise<ParsedWebhook> {
  const { workspace, home } = reader;
  const bot = authorizations.find(({ is_bot }) => is_bot)?.user_id ?? undefined;
  const event = received.subtype === "message_changed" ? editedEvent(received) : received;
  if (!event) return ignoreWebhook("The change is no edit of a person's words.");
  const reason = whyNot(event, bot);
  if (reason !== undefined || !isWritten(event))
    return ignoreWebhook(reason ?? "The message names no sender or channel.");
  // Messages among people go to an agent only if a thread or a keyword says so: routing decides that.
  const isAddressed = isDirect(event.channel) || (await concerns({ event, bot, workspace }));
  const content = await contentOf(reader, { event, bot, isAddressed });
  if (content.parts.length === 0 && content.attachments.length === 0)
    return ignoreWebhook("It says nothing.");
  const sender = senderIn(home, event.user, { team: team_id, of: teamOf(event) });
  return {
    status: "inbound",
    inbounds: [inboundOf(event, { ...content, isAddressed, source: await sourceOf(reader, event, sender) })],
  };
}

interface Content {
  parts: TextPart[];
  attachments: RemoteFile[];
}

function inboundOf(
  event: Written,
  { parts, attachments, source, isAddressed }: Content & { source: Source; isAddressed: boolean },
): Inbound {
  // Slack sends a mention twice, as a mention and as a message: place and time make one key.
  const key = `slack:${event.channel}:${event.ts}`;
  const { edits } = event;
  const reply_to = repliesTo(event);
  return {
    type: "user_message",
    key: edits === undefined ? key : `${key}:${edits}`,
    source,
    parts,
    ...(edits !== undefined && { edits: `${key}:` }),
    ...(reply_to !== undefined && { reply_to }),
    ...(isAddressed && { is_addressed: true as const }),
    ...(attachments.length > 0 && { attachments }),
    ...sentAt(edits ?? event.ts, 1_000),
  };
}

/** Nothing at all for an empty message that is not for the bot. */
async function contentOf(
  { workspace }: Reader,
  { event, bot, isAddressed }: { event: Written; bot: string | undefined; isAddressed: boolean },
): Promise<Content> {
  const attachments = attachmentsOf([...event.files, ...attachedFiles(event)]);
  const isCalled = isAddressed && event.edits === undefined;
  const quotes = [
    ...(isCalled ? await threadBefore({ event, bot, workspace }) : []),
    ...attachedQuotes(event),
  ];
  const isBare = isAddressed && quotes.length === 0 && attachments.length === 0;
  const said = saidIn(event, bot) || (isBare ? emptyWords(event) : "");
  const own = event.edits === undefined ? said : `${EDITED}${said}`;
  return { attachments, parts: [...quotes, ...(said === "" ? [] : [{ type: "text" as const, text: own }])] };
}

/** The event's own words. */
function saidIn(event: SlackEvent, bot: string | undefined): string {
  const words = wordsOf(event.text, bot);
  return words === "" && event.attachments.length === 0 && event.text.trim() === ""
    ? wordsOfBlocks(event.blocks)
    : words;
}

function emptyWords({ text, files }: SlackEvent): string {
  if (text.trim() !== "") return "[The sender mentioned you and wrote nothing else.]";
  return unreadKind(files.length > 0 ? "a file that Slack no longer gives" : "a message without words");
}

/** In a direct chat, what somebody answers in a thread. */
function repliesTo({ channel = "", ts, thread_ts }: SlackEvent): string | undefined {
  return isDirect(channel) && thread_ts !== ts ? thread_ts : undefined;
}

/** Words of a thread that the bot is called into, each with its author. */
async function threadBefore({ event, bot, workspace }: Heard): Promise<QuotePart[]> {
  const { channel, thread_ts, ts } = event;
  if (bot === undefined || thread_ts === undefined || thread_ts === ts) return [];
  const before = await workspace.threadBefore({ channel, ts: thread_ts }, { bot, until: ts });
  const named = before.map(async ({ user, username, text }) => {
    const name = user === undefined ? (username ?? "an app") : await workspace.nameOf(user);
    return quotesOf(wordsOf(text, undefined), `${name}, earlier in this thread`);
  });
  return (await Promise.all(named)).flat();
}

function whyNot({ type, subtype, bot_id, user }: SlackEvent, bot: string | undefined): string | undefined {
  if (type !== "message" && type !== "app_mention") return `Events of type ${type} are ignored.`;
  if (subtype !== undefined && !WRITTEN.has(subtype)) return `It isn't a new message but ${subtype}.`;
  if (typeof bot_id === "string" || (user !== undefined && user === bot)) return "A bot wrote it.";
  return user === "USLACKBOT" ? "Slackbot wrote it." : undefined;
}

function isWritten(event: SlackEvent): event is Written {
  return event.channel !== undefined && event.user !== undefined && event.ts !== undefined;
}

/** Whether the message mentions the bot or belongs to a thread that the bot takes part in. */
async function concerns(on: Heard): Promise<boolean> {
  const { event, bot, workspace } = on;
  const { type, text, channel, thread_ts, ts, parent_user_id } = event;
  const thread = { channel, ts: thread_ts ?? ts };
  if (type === "app_mention" || (bot !== undefined && text.includes(`<@${bot}`))) {
    workspace.noteJoined(thread);
    return true;
  }
  if (bot === undefined || thread_ts === undefined) return false;
  return parent_user_id === bot || workspace.takesPart(thread, bot);
}

function teamOf({ user_team, source_team, team }: SlackEvent): string | undefined {
  return user_team ?? source_team ?? team ?? undefined;
}

async function sourceOf(
  { app, workspace }: Reader,
  { channel, user, ts, thread_ts }: Written,
  sender: string,
): Promise<Source> {
  const base = {
    channel: "slack" as const,
    ...(app.account !== "" && { account: app.account }),
    sender,
    thread: threadOf(channel, thread_ts ?? ts),
    message: ts,
  };
  if (isDirect(channel)) return spokenIn(base, workspace.languageOf(user));
  // In a group, people are told apart by name.
  const sender_name = await workspace.nameOf(user);
  return spokenIn({ ...base, is_group: true, sender_name }, workspace.languageOf(user));
}

function spokenIn(source: Source, language: Source["language"]): Source {
  return language === undefined ? source : { ...source, language };
}
