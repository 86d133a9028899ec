/** Bots that listen over Discord's Gateway or Slack's Socket Mode, or fetch from Telegram: their objects, and the ports of these. */
import {
  GATEWAY_CHANNELS,
  type GatewayBot,
  type GatewayPorts,
} from "../../../../durable-objects/gateway/ports.ts";
import { createDiscordApi } from "../../../channels/discord/api.ts";
import { addressOf } from "../../../channels/discord/gateway/address.ts";
import { inboundOfMessage } from "../../../channels/discord/messages.ts";
import { discordSettingsOf, gatewayAccounts } from "../../../channels/discord/settings.ts";
import { threadBefore } from "../../../channels/discord/thread-before.ts";
import { writtenMessage } from "../../../channels/discord/wire.ts";
import { socketAccounts } from "../../../channels/slack/settings.ts";
import { fetchedAccounts } from "../../../channels/telegram/settings.ts";
import type { OpenSocket } from "../../../channels/wire/socket.ts";
import type { Log } from "../../../observability/log-port.ts";
import type { Env } from "../../env.ts";
import type { House } from "../../house.ts";
import { gatewayStub } from "../../objects/stubs.ts";
import { socketApp } from "./slack-socket.ts";
import { fetchedBot } from "./telegram-fetched.ts";

/** Code for a connection whose other side has not said how it ended. */
const BROKEN = 1006;

const openSocket: OpenSocket = async (url, listener) => {
  const address = url.replace(/^ws/, "http");
  const { webSocket, status } = await fetch(address, { headers: { upgrade: "websocket" } });
  if (!webSocket) throw new Error(`The platform opens no connection (${status}).`);
  let isClosed = false;
  const closed = (code: number) => {
    if (!isClosed) listener.onClose(code);
    isClosed = true;
  };
  webSocket.addEventListener("message", ({ data }) => {
    if (typeof data === "string") listener.message(data);
  });
  webSocket.addEventListener("close", ({ code }) => closed(code));
  webSocket.addEventListener("error", () => closed(BROKEN));
  webSocket.accept();
  return { send: (text) => webSocket.send(text), close: (code) => webSocket.close(code) };
};

const ADDRESS_MS = 10_000;

interface GatewayParts {
  env: Env;
  log: Log;
  connections: House["connections"];
}

export function wireGateways({ env, log, connections }: GatewayParts): House["gateways"] {
  return {
    async ensure(left = []) {
      await connections.ready();
      const settings = connections.settings();
      const listening = {
        discord: gatewayAccounts(settings),
        telegram: fetchedAccounts(settings),
        slack: socketAccounts(settings),
      };
      const bots = [
        ...left.map(({ channel, account }) => gatewayStub(env, channel, account)),
        ...GATEWAY_CHANNELS.flatMap((channel) =>
          listening[channel].map((account) => gatewayStub(env, channel, account)),
        ),
      ];
      const told = bots.map((stub) => stub.ensure());
      for (const result of await Promise.allSettled(told))
        if (result.status === "rejected") log.warn("gateway_not_woken", { problem: String(result.reason) });
    },
  };
}

export function gatewayPorts(house: House): GatewayPorts {
  return {
    log: house.log,
    ready: () => house.connections.anew(),
    bot: (account) => botOf(house, account),
    fetched: (account) => fetchedBot(house, account),
    socket: (account) => socketApp(house, account, openSocket),
  };
}

function botOf(
  { connections, now, log, channelAccounts, takeIn }: House,
  account: string,
): GatewayBot | undefined {
  const settings = discordSettingsOf(connections.settings(), account);
  if ("missing" in settings || settings.DISCORD_GATEWAY === "off") return undefined;
  const api = createDiscordApi(settings, now);
  return {
    open: openSocket,
    token: settings.DISCORD_BOT_TOKEN,
    hearing: settings.DISCORD_GATEWAY,
    address: () => addressOf(api, AbortSignal.timeout(ADDRESS_MS)),
    async take(message, bot_id) {
      const written = writtenMessage.safeParse(message).data;
      const inbound = written && inboundOfMessage(written, { account, bot_id });
      if (!inbound) return;
      const before = await threadBefore(api, written, bot_id);
      const whole = { ...inbound, parts: [...before, ...inbound.parts] };
      await takeIn(whole, (work) => void work.catch(() => undefined));
    },
    onRefused(problem) {
      log.error("gateway_refused", { account, problem });
      void channelAccounts.failed({ channel: "discord", account }, problem).catch(() => undefined);
    },
  };
}
