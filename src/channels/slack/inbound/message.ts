/** Parses a Slack message that concerns the agent. */
import type { Inbound, RemoteFile, Source } from "../../../domain/inbound.ts";
import type { ParsedWebhook } from "../../channel.ts";
import { wordsOf } from "../mrkdwn.ts";
import { isDirect, threadOf } from "../place.ts";
import type { SlackApp } from "../settings.ts";
import { ignoreWebhook } from "./answers.ts";
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

interface Written extends SlackEvent {
  channel: string;
  user: string;
  ts: string;
}

/** Undefined: the message is not for an agent. The event must come from the workspace where the app is installed. */
export async function messageOf(
  reader: Reader,
  { event, authorizations, team_id }: EventCallback,
): Promise<ParsedWebhook> {
  const { workspace, home } = reader;
  const bot = authorizations.find(({ is_bot }) => is_bot)?.user_id ?? undefined;
  const reason = whyNot(event, bot);
  if (reason !== undefined || !isWritten(event))
    return ignoreWebhook(reason ?? "The message names no sender or channel.");
  const attachments = attachmentsOf(event.files);
  const text = wordsOf(event.text, bot);
  if (text === "" && attachments.length === 0) return ignoreWebhook("It says nothing.");
  const is_group = !isDirect(event.channel);
  // Messages among people go to an agent only if a thread or a keyword says so: routing decides that.
  const isAddressed = !is_group || (await concerns({ event, bot, workspace }));
  const inbound: Inbound = {
    type: "user_message",
    // Slack sends a mention twice, as a mention and as a message: place and time make one key.
    key: `slack:${event.channel}:${event.ts}`,
    source: await sourceOf(reader, event, senderIn(home, event.user, { team: team_id, of: teamOf(event) })),
    parts: text === "" ? [] : [{ type: "text", text }],
    ...(isAddressed && { is_addressed: true as const }),
    ...(attachments.length > 0 && { attachments }),
  };
  return { status: "inbound", inbounds: [inbound] };
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
async function concerns(on: {
  event: Written;
  bot: string | undefined;
  workspace: Workspace;
}): Promise<boolean> {
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
  if (isDirect(channel)) return base;
  // In a group, people are told apart by name.
  return { ...base, is_group: true, sender_name: await workspace.nameOf(user) };
}
