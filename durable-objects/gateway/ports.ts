/** Ports of the object that listens for a bot. */
import type { Address } from "../../src/channels/discord/gateway/address.ts";
import type { Hearing } from "../../src/channels/discord/gateway/payloads.ts";
import type { SocketModeDeps } from "../../src/channels/slack/socket/socket-mode.ts";
import type { PollerDeps } from "../../src/channels/telegram/polling/poller.ts";
import type { OpenSocket } from "../../src/channels/wire/socket.ts";
import type { Log } from "../../src/observability/log-port.ts";

/** Channels whose bots can listen by themselves. */
export const GATEWAY_CHANNELS = ["discord", "telegram", "slack"] as const;
export type GatewayChannel = (typeof GATEWAY_CHANNELS)[number];

export interface GatewayPorts {
  log: Log;
  /** Reads the settings anew. Never rejects. */
  ready(): Promise<void>;
  /** The bot that is configured for the account; undefined: do not connect. */
  bot(account: string): GatewayBot | undefined;
  /** The Telegram bot whose messages are fetched for the account; undefined: fetch nothing. */
  fetched(account: string): FetchedBot | undefined;
  /** The Slack app that is connected over Socket Mode; undefined: do not connect. */
  socket(account: string): SocketApp | undefined;
}

/** `token` tells one bot from another that took its place. */
export type FetchedBot = Pick<PollerDeps, "bot" | "take" | "onRefused"> & { token: string };

export type SocketApp = Omit<SocketModeDeps, "later" | "log"> & { token: string };

export interface GatewayBot {
  open: OpenSocket;
  token: string;
  hearing: Hearing;
  /** Reads the address of the Gateway; one attempt. Never rejects. */
  address(): Promise<Address>;
  /** Hands in a received message as a webhook would. Rejects when it should be tried again. */
  take(message: unknown, bot_id: string): Promise<void>;
  /** Called when Discord refuses the bot. `problem` may be shown to people. */
  onRefused(problem: string): void;
}
