/**
 * The Durable Object of one Discord bot. It holds the outgoing connection, and its alarm keeps it connected.
 */
import { DurableObject } from "cloudflare:workers";
import { Gateway as Connected } from "../../src/channels/discord/gateway/gateway.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import type { GatewayPorts } from "./ports.ts";
import { Sessions } from "./sessions.ts";

/** Prefix of the object's name; the account follows. */
export const GATEWAY_NAME = "discord:";

/**
 * Alarm interval. Nothing else notices that a machine has died: a lost connection is restored within a
 * heartbeat plus this time.
 */
const WATCH_MS = 30_000;

export class Gateway extends DurableObject<unknown> {
  private readonly ports: GatewayPorts;
  private readonly account: string;
  private connected: Connected | undefined;
  private watch_ms = WATCH_MS;

  constructor(ctx: DurableObjectState, env: unknown, ports: GatewayPorts) {
    super(ctx, env);
    this.ports = ports;
    this.account = (ctx.id.name ?? "").slice(GATEWAY_NAME.length);
  }

  /** Connects unless a connection is already open. */
  async ensure(): Promise<void> {
    await this.watch();
  }

  override async alarm(): Promise<void> {
    await this.watch();
  }

  private async watch(): Promise<void> {
    const bot = this.ports.bot(this.account);
    if (!bot) {
      this.connected?.stop();
      this.connected = undefined;
      return;
    }
    await this.watchAgain();
    if (!this.connected) {
      const sessions = new Sessions(sqlOf(this.ctx.storage));
      this.connected = new Connected({
        ...bot,
        log: this.ports.log,
        random: Math.random,
        later: (callback, ms) => {
          const timer = setTimeout(callback, ms);
          return () => clearTimeout(timer);
        },
        savedSession: () => sessions.get(),
        save: (session) => sessions.put(session),
        onHello: (heartbeat_ms) => {
          this.watch_ms = Math.min(heartbeat_ms, WATCH_MS);
          void this.watchAgain();
        },
      });
    }
    this.connected.start();
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
