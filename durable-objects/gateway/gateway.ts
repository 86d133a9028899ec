/**
 * The Durable Object of one bot that listens by itself. It holds the connection to Discord, or fetches from Telegram, and
 * its alarm keeps it at that.
 */
import { DurableObject } from "cloudflare:workers";
import { Gateway as Connected } from "../../src/channels/discord/gateway/gateway.ts";
import { Poller } from "../../src/channels/telegram/polling/poller.ts";
import type { Later } from "../../src/domain/time/later.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import type { GatewayPorts } from "./ports.ts";
import { Sessions } from "./sessions.ts";

export type GatewayChannel = "discord" | "telegram";

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

export class Gateway extends DurableObject<unknown> {
  private readonly ports: GatewayPorts;
  private readonly account: string;
  private readonly channel: GatewayChannel;
  private connected: Connected | Poller | undefined;
  private watch_ms = WATCH_MS;

  constructor(ctx: DurableObjectState, env: unknown, ports: GatewayPorts) {
    super(ctx, env);
    this.ports = ports;
    const name = ctx.id.name ?? "";
    this.channel = name.startsWith("telegram:") ? "telegram" : "discord";
    this.account = name.slice(name.indexOf(":") + 1);
  }

  /** Connects unless a connection is already open. */
  async ensure(): Promise<void> {
    await this.watch();
  }

  override async alarm(): Promise<void> {
    await this.watch();
  }

  private async watch(): Promise<void> {
    const listening = this.listening();
    if (!listening) {
      this.connected?.stop();
      this.connected = undefined;
      return;
    }
    await this.watchAgain();
    this.connected = listening;
    listening.start();
  }

  /** Undefined once the bot's settings are gone or leave it to a webhook. */
  private listening(): Connected | Poller | undefined {
    return this.channel === "telegram" ? this.fetching() : this.discord();
  }

  private fetching(): Connected | Poller | undefined {
    const bot = this.ports.fetched(this.account);
    if (!bot) return undefined;
    return this.connected ?? new Poller({ ...bot, log: this.ports.log, later });
  }

  private discord(): Connected | Poller | undefined {
    const bot = this.ports.bot(this.account);
    if (!bot) return undefined;
    if (this.connected) return this.connected;
    const sessions = new Sessions(sqlOf(this.ctx.storage));
    return new Connected({
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
