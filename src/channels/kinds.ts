/** The list of channels. To add a channel: a folder, a name in the union of `domain/inbound.ts`, and a line here. */
import type { Channel } from "../domain/inbound.ts";
import type { ChannelPort, Channels } from "./channel.ts";
import { conversation } from "./conversation/kind.ts";
import { discord } from "./discord/kind.ts";
import type { ChannelDeps, ChannelKind } from "./kind.ts";
import { cli, http, system, web } from "./pull-channels.ts";
import { slack } from "./slack/kind.ts";
import { telegram } from "./telegram/kind.ts";
import { whatsapp } from "./whatsapp/kind.ts";

export type ChannelKinds = Readonly<Record<Channel, ChannelKind>>;

export const CHANNELS: ChannelKinds = {
  web,
  http,
  cli,
  system,
  telegram,
  discord,
  slack,
  whatsapp,
  conversation,
};

/** Undefined for a name that is not a channel's. */
export function kindNamed(name: string): ChannelKind | undefined {
  return Object.hasOwn(CHANNELS, name) ? CHANNELS[name as Channel] : undefined;
}

/**
 * Opens the port of each account once, on first use. Failures are not cached, so made-up account names take no memory.
 * `env` belongs to one version of the settings: after a change, open the channels again.
 */
export function openChannels(kinds: ChannelKinds, env: object, deps: ChannelDeps): Channels {
  const opened = new Map<string, ChannelPort>();
  return {
    get(channel, account = "") {
      const key = `${channel}/${account}`;
      const known = opened.get(key);
      if (known) return known;
      const port = kinds[channel].open(env, account, deps);
      if (!("missing" in port)) opened.set(key, port);
      return port;
    },
  };
}

/** Reason shown for a channel that has no port here. */
export function notSetUp(channel: Channel, missing: string): string {
  return `${CHANNELS[channel].label} is not set up on this instance: ${missing}`;
}
