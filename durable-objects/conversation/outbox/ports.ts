/** What carrying replies to people needs of the rest of the house. */
import type { Channels } from "../../../src/channels/channel.ts";
import type { Ids } from "../../../src/domain/ids.ts";
import type { Log } from "../../../src/observability/log-port.ts";

export interface OutboxPorts {
  now(): number;
  ids: Ids;
  log: Log;
  /** Carry replies to where people wrote from. */
  channels: Channels;
}
