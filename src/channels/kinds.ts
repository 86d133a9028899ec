/** The list of channels. A channel more is a folder, a name in the union of `domain/inbound.ts`, and a line here. */
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

/** Undefined for a name that is no channel's. */
export function kindNamed(name: string): ChannelKind | undefined {
  return Object.hasOwn(CHANNELS, name) ? CHANNELS[name as Channel] : undefined;
}

/**
 * Each account of each is opened when it is first asked for, once: what does not open is asked again, so that names which
 * strangers make up are not kept. `env` is that of one instance of the settings: changed ones come with another.
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

/** The reason given for a channel that has no port here. */
export function notSetUp(channel: Channel, missing: string): string {
  return `${CHANNELS[channel].label} is not set up on this instance: ${missing}`;
}
