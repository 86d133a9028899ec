/** What a bot's object needs of the rest of the house. */
import type { Address } from "../../src/channels/discord/gateway/address.ts";
import type { Hearing } from "../../src/channels/discord/gateway/payloads.ts";
import type { OpenSocket } from "../../src/channels/discord/gateway/socket.ts";
import type { Log } from "../../src/observability/log-port.ts";

export interface GatewayPorts {
  log: Log;
  /** What is set of that account; undefined: it is not to be connected. */
  bot(account: string): GatewayBot | undefined;
}

export interface GatewayBot {
  open: OpenSocket;
  token: string;
  hearing: Hearing;
  /** One try. Never rejects. */
  address(): Promise<Address>;
  /** What somebody has written, handed in as a webhook would. Rejects where it is to be tried again. */
  take(message: unknown, bot_id: string): Promise<void>;
  /** Discord does not let it in; `problem` is public. */
  refused(problem: string): void;
}
