/** Connections that were made in the app. */

import type { ChannelPort, NotOpen } from "../../channels/channel.ts";
import type { KeptConnection } from "../../connections/ports.ts";
import type { Channel } from "../../domain/inbound.ts";
import type { D1ConnectionStore } from "../../storage/d1/connections/connections.ts";
import { group } from "./group.ts";

export interface ConnectionServices {
  /** Values of connections, and the settings that follow from them. */
  connections: D1ConnectionStore;
  /** Opens a channel with values that are not kept yet. Never throws. */
  trialChannel(of: {
    channel: Channel;
    account: string;
    values: KeptConnection["values"];
  }): ChannelPort | NotOpen;
  /** Fetch for services, with the settings that hold: an address that was typed into the app goes through the guard. */
  serviceFetch(settings: () => object): (url: string, init: RequestInit) => Promise<Response>;
}

export const CONNECTIONS = group<ConnectionServices>()("connections", "trialChannel", "serviceFetch");
