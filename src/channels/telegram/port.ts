/** The channel port of one Telegram bot. */
import { pause } from "../../platform/pause.ts";
import type { ChannelPort } from "../channel.ts";
import type { ChannelDeps } from "../kind.ts";
import { pacesOf } from "../streaming.ts";
import { callTelegram } from "./api.ts";
import { formatForTelegram } from "./format/markdown.ts";
import { Albums } from "./inbound/albums.ts";
import { createReader } from "./inbound/parse.ts";
import { isFromTelegram } from "./inbound/verify.ts";
import { download } from "./outbound/download.ts";
import { connect, health } from "./outbound/health.ts";
import { react } from "./outbound/reactions.ts";
import { deliver, edit, remove, typing } from "./outbound/send.ts";
import type { Bot } from "./settings.ts";

interface TelegramDeps extends Pick<ChannelDeps, "files" | "marks"> {
  /** Resolves after that many ms. */
  pause?: (ms: number) => Promise<void>;
}

export function telegramChannel(bot: Bot, deps: TelegramDeps): ChannelPort {
  const { files } = deps;
  return {
    limits: {
      text_length: 4_096,
      // Telegram takes no idempotency key.
      keyed_for_ms: 0,
      media: ["image", "audio", "file"],
      // Telegram allows about one message a second to a chat, and twenty a minute to a group.
      ...pacesOf(bot.streaming, { direct: 1_100, group: 3_100 }),
      typing_ms: 5_000,
    },
    verify: (request) => isFromTelegram(bot, request),
    parse: createReader(bot, new Albums(bot, { pause, ...deps })),
    render: (markdown) => formatForTelegram(markdown).text,
    deliver: (outgoing, signal) => deliver({ bot, files }, outgoing, signal),
    edit: (change, signal) => edit(bot, change, signal),
    remove: (message, signal) => remove(bot, message, signal),
    react: ({ to, emoji }, signal) => react(bot, { to, emoji }, signal),
    typing: (to, signal) => typing(bot, to, signal),
    download: (file, signal) => download(bot, file, signal),
    health: (signal) => health(bot, signal),
    connect: (set, signal) => connect(bot, set, signal),
    disconnect: async (signal) => {
      await callTelegram(bot, { method: "deleteWebhook", fields: {} }, signal);
    },
  };
}
