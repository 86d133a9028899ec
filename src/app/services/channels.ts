/** Chats: who may write by them, their commands, their places. */

import type { BroughtIn, DeliveryFailure, Membership } from "../../channels/channel.ts";
import type { Commands } from "../../channels/commands/command.ts";
import type { Inbound } from "../../domain/inbound.ts";
import type { Tell } from "../../jobs/tell-job.ts";
import type { AccessSettings } from "../../routing/access/access-settings.ts";
import type { Linking } from "../../routing/linking.ts";
import type { Background, SenderCheck } from "../../routing/senders.ts";
import type { Place } from "../../routing/threads.ts";
import type { ClientBots } from "../../storage/d1/clients/bots.ts";
import type { AccessCache } from "../../storage/d1/index/access-cache.ts";
import type { AccessRuleStore } from "../../storage/d1/index/access-rules.ts";
import type { ChannelAccounts } from "../../storage/d1/index/channel-accounts.ts";
import type { ChannelPlaces } from "../../storage/d1/index/channel-places.ts";
import { group } from "./group.ts";

export interface ChannelServices {
  /** Who may write by a channel. */
  senders: SenderCheck;
  /** Which bots are clients'. */
  clientBots: ClientBots;
  /** The same as it is set: by the app, from memory, by the settings. */
  channelAccess: { rules: AccessRuleStore; cache: AccessCache; setting: AccessSettings };
  commands: Commands;
  /** Takes in what the platform of a channel has brought. Throws where it should come again. */
  takeIn(received: Inbound, background: Background): Promise<BroughtIn>;
  /** A platform tells of messages that it had taken and has not delivered. Never rejects. */
  undelivered(of: Pick<Place, "channel" | "account">, told: readonly DeliveryFailure[]): Promise<void>;
  /** A place of a channel has another name from now on: its conversation and its rules go on there. */
  moved(from: Place, to: string): Promise<void>;
  /** The bot of a channel came into a chat, or was shut out of it. */
  membership(of: Pick<Place, "channel" | "account">, told: Membership): Promise<void>;
  /** Chats of which their platform has told that. */
  channelPlaces: ChannelPlaces;
  /** Bots that listen over a connection of their own. */
  gateways: {
    /** Each is connected, or being connected. Never rejects. */
    ensure(): Promise<void>;
  };
  /** Words to a place that are no conversation's: one try. Never rejects. */
  tell: Tell;
  /** Codes between chats and the app. */
  linking: Linking;
  /** What was last heard of channels. */
  heard: ChannelAccounts;
}

export const CHANNELS = group<ChannelServices>()(
  "senders",
  "clientBots",
  "channelAccess",
  "commands",
  "takeIn",
  "undelivered",
  "moved",
  "membership",
  "channelPlaces",
  "gateways",
  "tell",
  "linking",
  "heard",
);
