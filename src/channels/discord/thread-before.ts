/** Words of a thread that the bot is called into, fetched from Discord: the Gateway sends none of them. */
import type { QuotePart } from "../../domain/message.ts";
import { quotesOf } from "../brought.ts";
import type { DiscordApi } from "./api.ts";
import { gist } from "./brought.ts";
import { nameOf } from "./names.ts";
import { channelOf, type EarlierMessage, earlierMessages, type WrittenMessage } from "./wire.ts";

/** Threads of announcements, public ones and private ones. */
const THREADS: ReadonlySet<number> = new Set([10, 11, 12]);
const MOST_BEFORE = 20;
/** Short, as a person waits. */
const PATIENCE_MS = 1_000;

/**
 * The newest messages before this one, oldest first, each with its author; none where the bot was part of them, outside
 * threads, or when Discord does not answer soon. Never rejects.
 */
export async function threadBefore(
  api: DiscordApi,
  { channel_id, id, guild_id, mentions }: WrittenMessage,
  bot_id: string,
): Promise<QuotePart[]> {
  if (guild_id === undefined || !mentions.some((user) => user.id === bot_id)) return [];
  const read = async (path: string) => {
    const answer = await api.send({ method: "GET", path, signal: AbortSignal.timeout(PATIENCE_MS) });
    return answer.status === "ok" ? answer.body : undefined;
  };
  const [channel, messages] = await Promise.all([
    read(`/channels/${channel_id}`),
    read(`/channels/${channel_id}/messages?before=${id}&limit=${MOST_BEFORE}`),
  ]);
  if (!THREADS.has(channelOf(channel)?.type ?? 0)) return [];
  const before = earlierMessages(messages).toReversed();
  if (before.some((message) => isOfBot(message, bot_id))) return [];
  return before.flatMap(quoted);
}

function isOfBot({ author, mentions }: EarlierMessage, bot_id: string): boolean {
  return author?.id === bot_id || mentions.some(({ id }) => id === bot_id);
}

/** The message that a thread began with is the one that its first entry refers to. */
function quoted({ type, referenced_message, ...own }: EarlierMessage): QuotePart[] {
  const message = type === STARTER ? (referenced_message ?? own) : own;
  const name = message.author ? nameOf(message.author) : "somebody";
  return quotesOf(gist(message), `${name}, earlier in this thread`);
}

const STARTER = 21;
