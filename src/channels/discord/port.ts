/** The channel port of one Discord bot. */
import type { ChannelLimits, ChannelPort } from "../channel.ts";
import { pacesOf } from "../streaming.ts";
import { edit, react, remove, typing } from "./actions.ts";
import { createDiscordApi } from "./api.ts";
import { deliver, type Wire } from "./deliver.ts";
import { download } from "./download.ts";
import { renderDiscord } from "./format/render.ts";
import { parseInteraction } from "./interactions.ts";
import type { Bot } from "./settings.ts";
import { connect, disconnect, health } from "./setup.ts";
import { verifySigned } from "./verify.ts";

const LIMITS = {
  text_length: 2_000,
  // Discord documents "the past few minutes".
  keyed_for_ms: 2 * 60_000,
  media: ["image", "audio", "file"],
  typing_ms: 10_000,
} satisfies ChannelLimits;

type DiscordOptions = Bot & Pick<Wire, "files" | "now">;

export function createDiscord({ settings, account, files, now }: DiscordOptions): ChannelPort {
  const wire: Wire = { api: createDiscordApi(settings, now), settings, files, now };
  return {
    limits: { ...LIMITS, ...pacesOf(settings.DISCORD_STREAMING, { direct: 1_500, group: 2_500 }) },
    verify: (request) => verifySigned(request, { public_key: settings.DISCORD_PUBLIC_KEY, now: now() }),
    parse: ({ body }) => parseInteraction(body, { settings, account }),
    render: renderDiscord,
    deliver: (outgoing, signal) => deliver(wire, outgoing, signal),
    edit: (change, signal) => edit(wire, change, signal),
    remove: (message, signal) => remove(wire, message, signal),
    react: (reaction, signal) => react(wire, reaction, signal),
    typing: (to, signal) => typing(wire, to, signal),
    download: (file, signal) => download(settings, file, signal),
    health: (signal) => health(wire, signal),
    connect: (set, signal) => connect(wire, set, signal),
    disconnect: (signal) => disconnect(wire, signal),
  };
}
