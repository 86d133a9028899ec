/** Channels of this Worker, and the services that they use. */
import type { ChannelPort, Channels } from "../../../channels/channel.ts";
import type { ChannelDeps, ChannelFiles, SharedMarks } from "../../../channels/kind.ts";
import { openChannels } from "../../../channels/kinds.ts";
import { queuedInboxes } from "../../../children/job/queued-inboxes.ts";
import type { Channel } from "../../../domain/inbound.ts";
import { ChannelAccounts } from "../../../storage/d1/index/channel-accounts.ts";
import { ChannelPlaces } from "../../../storage/d1/index/channel-places.ts";
import { Tries } from "../../../storage/d1/people/tries.ts";
import type { House } from "../../house.ts";
import { type InboxParts, wireInboxes } from "./inboxes.ts";
import { plainMessage } from "./plain-message.ts";
import { type Doorkeeping, type SenderParts, wireSenders } from "./senders.ts";

interface ChannelParts
  extends Pick<InboxParts, "env" | "log">,
    Pick<House, "connections">,
    Omit<SenderParts, "channels" | "channelAccounts" | "tries" | "env"> {
  files: House["files"];
  entrance: Pick<InboxParts, "indexNew">;
  jobs: House["jobs"];
}

type Wired = Pick<
  House,
  "channels" | "trialChannel" | "channelPlaces" | "channelAccounts" | "tries" | "tell"
> &
  Doorkeeping;

export function wireChannels(parts: ChannelParts): Wired {
  const { db, now, log } = parts;
  const [channelAccounts, tries] = [new ChannelAccounts(db, now), new Tries(db, now)];
  const deps = depsOf(parts, sharedMarks(tries));
  const channels = channelsOf(parts, deps, channelAccounts);
  const tell: House["tell"] = ({ to, ...words }) => plainMessage({ channels, log }, to, words);
  const channelPlaces = new ChannelPlaces(db, now);
  return {
    channels,
    trialChannel: ({ channel, account, values }) =>
      parts.kinds[channel].open(parts.connections.trial({ name: channel, account, values }), account, deps),
    channelPlaces,
    channelAccounts,
    tries,
    tell,
    ...wireSenders({ ...parts, channels, channelAccounts, tries }),
  };
}

function depsOf({ env, log, files, entrance, jobs }: ChannelParts, marks: SharedMarks): ChannelDeps {
  const conversations = queuedInboxes(wireInboxes({ env, log, ...entrance }), jobs);
  return { conversations, files: channelFiles(files, env.READER), marks };
}

/** Changed settings come as another object: then every channel is opened anew. */
function channelsOf(
  { connections, kinds }: ChannelParts,
  deps: ChannelDeps,
  channelAccounts: ChannelAccounts,
): Channels {
  const openWith = (settings: object) => ({ settings, ports: openChannels(kinds, settings, deps) });
  let opened = openWith(connections.settings());
  const watched = new WeakMap<ChannelPort, ChannelPort>();
  const portsNow = () => {
    const settings = connections.settings();
    if (settings !== opened.settings) opened = openWith(settings);
    return opened.ports;
  };
  return {
    // Another isolate may have connected it a moment ago.
    ready: (channel, account) =>
      kinds[channel].carried && "missing" in portsNow().get(channel, account)
        ? connections.anew(YOUNGEST_MS)
        : undefined,
    get(channel, account) {
      const port = portsNow().get(channel, account);
      if ("missing" in port || !kinds[channel].carried) return port;
      const known = watched.get(port) ?? noting(port, { channel, account }, channelAccounts);
      watched.set(port, known);
      return known;
    },
  };
}

/** Wraps a port so that final refusals of its platform are kept for the people who run the instance. */
function noting(
  port: ChannelPort,
  of: { channel: Channel; account: string | undefined },
  channelAccounts: ChannelAccounts,
): ChannelPort {
  return Object.assign(Object.create(port) as ChannelPort, {
    async deliver(...[outgoing, signal]: Parameters<ChannelPort["deliver"]>) {
      const delivered = await port.deliver(outgoing, signal);
      // Nobody waits for this write, and an answer must not fail for it.
      if (delivered.status === "failed")
        void channelAccounts.failed(of, delivered.reason).catch(() => undefined);
      return delivered;
    },
  });
}

/** A reading this young is not repeated, in ms: anybody may call a webhook. */
const YOUNGEST_MS = 2_000;

/** Each is counted in one row, which expires by itself. */
const MARKED = { most: 1, seconds: 60 };

function sharedMarks(tries: Tries): SharedMarks {
  return {
    put: async (name) => void (await tries.take([{ name: `mark:${name}`, allowance: MARKED }])),
    has: (name) => tries.isCounted(`mark:${name}`),
  };
}

function channelFiles(files: House["files"], encoder: Fetcher): ChannelFiles {
  return {
    async read(owner, file_id, as) {
      const file = await files.get(owner, file_id);
      if (!file || as === undefined) return file;
      const { asVoiceNote } = await import("../outside/voice-notes.ts");
      return asVoiceNote(encoder, file);
    },
  };
}
