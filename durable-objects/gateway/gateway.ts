/**
 * The Durable Object of one bot that listens by itself. It holds the connection to Discord or Slack, or fetches from
 * Telegram, and its alarm keeps it at that. There is one object for each bot, so no bot listens twice.
 */
import { DurableObject } from "cloudflare:workers";
import type { Gateway as DiscordGateway } from "../../src/channels/discord/gateway/gateway.ts";
import type { SocketMode } from "../../src/channels/slack/socket/socket-mode.ts";
import type { Poller } from "../../src/channels/telegram/polling/poller.ts";
import type { Later } from "../../src/domain/time/later.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import { GATEWAY_CHANNELS, type GatewayBot, type GatewayChannel, type GatewayPorts } from "./ports.ts";
import { Sessions } from "./sessions.ts";

/** The object's name. */
export function gatewayName(channel: GatewayChannel, account: string): string {
  return `${channel}:${account}`;
}

const later: Later = (callback, ms) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/**
 * Alarm interval. Nothing else notices that a machine has died: a lost connection is restored within a
 * heartbeat plus this time.
 */
const WATCH_MS = 30_000;

type Listening = DiscordGateway | Poller | SocketMode;

/** A bot as it is set now, and how to listen for it: by code that is loaded only where such a bot is. */
interface Wanted {
  /** Changes when the bot or its way of listening does. */
  as: string;
  listen(): Promise<Listening>;
}

export class Gateway extends DurableObject<unknown> {
  private readonly ports: GatewayPorts;
  private readonly account: string;
  private readonly channel: GatewayChannel;
  private connected: { as: string; by: Listening } | undefined;
  private watch_ms = WATCH_MS;

  constructor(ctx: DurableObjectState, env: unknown, ports: GatewayPorts) {
    super(ctx, env);
    this.ports = ports;
    const name = ctx.id.name ?? "";
    this.channel = GATEWAY_CHANNELS.find((channel) => name.startsWith(`${channel}:`)) ?? "discord";
    this.account = name.slice(name.indexOf(":") + 1);
  }

  /** Connects unless a connection is already open, and lets go of a bot that is set no more. */
  async ensure(): Promise<void> {
    await this.watch();
  }

  override async alarm(): Promise<void> {
    await this.watch();
  }

  private async watch(): Promise<void> {
    await this.ports.ready();
    const wanted = this.wanted();
    if (this.connected?.as !== wanted?.as) {
      this.connected?.by.stop();
      this.connected = undefined;
    }
    if (!wanted) return;
    await this.watchAgain();
    const by = this.connected?.by ?? (await wanted.listen());
    this.connected ??= { as: wanted.as, by };
    this.connected.by.start();
  }

  /** Undefined once the bot's settings are gone or leave it to a webhook. */
  private wanted(): Wanted | undefined {
    const { log } = this.ports;
    if (this.channel === "telegram") {
      const bot = this.ports.fetched(this.account);
      return (
        bot && {
          as: bot.token,
          async listen() {
            const { Poller } = await import("../../src/channels/telegram/polling/poller.ts");
            return new Poller({ ...bot, log, later });
          },
        }
      );
    }
    if (this.channel === "slack") {
      const app = this.ports.socket(this.account);
      return (
        app && {
          as: app.token,
          async listen() {
            const { SocketMode } = await import("../../src/channels/slack/socket/socket-mode.ts");
            return new SocketMode({ ...app, log, later });
          },
        }
      );
    }
    const bot = this.ports.bot(this.account);
    return bot && { as: `${bot.hearing} ${bot.token}`, listen: () => this.discord(bot) };
  }

  private async discord(bot: GatewayBot): Promise<DiscordGateway> {
    const { Gateway } = await import("../../src/channels/discord/gateway/gateway.ts");
    const sessions = new Sessions(sqlOf(this.ctx.storage));
    return new Gateway({
      ...bot,
      log: this.ports.log,
      random: Math.random,
      later,
      savedSession: () => sessions.get(),
      save: (session) => sessions.put(session),
      onHello: (heartbeat_ms) => {
        this.watch_ms = Math.min(heartbeat_ms, WATCH_MS);
        void this.watchAgain();
      },
    });
  }

  private watchAgain(): Promise<void> {
    return this.ctx.storage.setAlarm(Date.now() + this.watch_ms);
  }
}

/** The Durable Object class, with the ports that `portsOf` builds from the Worker's bindings. */
export function gatewayObject<E>(portsOf: (env: E) => GatewayPorts) {
  return class extends Gateway {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
