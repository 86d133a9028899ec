/** Chats: access to them, their commands, their places. */

import type { GatewayChannel } from "../../../durable-objects/gateway/ports.ts";
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
  /** Checks whether a sender may write by a channel. */
  senders: SenderCheck;
  /** Bots that belong to clients. */
  clientBots: ClientBots;
  /** Access rules: those set in the app, their cache, and the settings. */
  channelAccess: { rules: AccessRuleStore; cache: AccessCache; setting: AccessSettings };
  commands: Commands;
  /** Takes in an input from a channel's platform. Throws if the platform should send it again. */
  takeIn(received: Inbound, background: Background): Promise<BroughtIn>;
  /** Call it when a platform reports messages that it had accepted and did not deliver. Never rejects. */
  undelivered(of: Pick<Place, "channel" | "account">, told: readonly DeliveryFailure[]): Promise<void>;
  /** Call it when a place of a channel gets another name: its conversation and its rules go on there. */
  moved(from: Place, to: string): Promise<void>;
  /** Call it when a channel's bot came into a chat, or was shut out of it. */
  membership(of: Pick<Place, "channel" | "account">, told: Membership): Promise<void>;
  /** Chats whose platform reported the bot's membership. */
  channelPlaces: ChannelPlaces;
  /** Bots that listen over a connection of their own. */
  gateways: {
    /** Connects every bot that is not connected yet, and lets go of those that were `left`. Never rejects. */
    ensure(left?: readonly { channel: GatewayChannel; account: string }[]): Promise<void>;
  };
  /** Sends a text that belongs to no conversation to a place: one try. Never rejects. */
  tell: Tell;
  /** Codes that link chats with people of the app. */
  linking: Linking;
  /** Latest state of channel accounts: last message, last error. */
  channelAccounts: ChannelAccounts;
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
  "channelAccounts",
);
