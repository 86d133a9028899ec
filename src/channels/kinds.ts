/** The kinds of channels that an instance has, by name. */
import type { Channel } from "../domain/inbound.ts";
import type { ChannelPort, Channels } from "./channel.ts";
import type { ChannelDeps, ChannelKind } from "./kind.ts";

export type ChannelKinds = Readonly<Record<Channel, ChannelKind>>;

/** Undefined for a name that is not a channel's. */
export function kindNamed(kinds: ChannelKinds, name: string): ChannelKind | undefined {
  return Object.hasOwn(kinds, name) ? kinds[name as Channel] : undefined;
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
export function notSetUp({ label }: ChannelKind, missing: string): string {
  return `${label} is not set up on this instance: ${missing}`;
}

/** Channels whose conversations are reached under that place's name. */
export function reachedBy(kinds: ChannelKinds, place: string): Channel[] {
  return Object.values(kinds).flatMap(({ name, reached_by }) => (reached_by === place ? [name] : []));
}
