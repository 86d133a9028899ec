/**
 * The thin object of a person, for state that must be known in one place: where they are connected, and their
 * open apps.
 */
import { DurableObject } from "cloudflare:workers";
import type { ConversationId } from "../../src/domain/ids.ts";
import { principalOf } from "../../src/domain/principal.ts";
import { sqlOf } from "../sql/storage-sql.ts";
import { ConnectionRegistry } from "./connection-registry.ts";
import { Listeners } from "./listeners.ts";
import { Notifier } from "./notifier.ts";
import { Places } from "./places.ts";
import type { PersonPorts } from "./ports.ts";
import { type RecentCall, RecentCalls } from "./recent-calls.ts";
import { answerPings, listenerOf, openSocket } from "./sockets.ts";
import { type Subscription, Subscriptions } from "./subscriptions.ts";

/** Prefix of the object's name; the person's id follows. */
export const PERSON_NAME = "person:";

/** Tolerance for the clocks of different machines. */
const UNSURE_MS = 60_000;

export class Person extends DurableObject<unknown> {
  private readonly person: string;
  private readonly ports: PersonPorts;
  private readonly connections: ConnectionRegistry;
  private readonly listeners: Listeners;
  private readonly subscriptions: Subscriptions;
  private readonly notifier: Notifier;
  private readonly recentCalls: RecentCalls;

  constructor(ctx: DurableObjectState, env: unknown, ports: PersonPorts) {
    super(ctx, env);
    const person = (ctx.id.name ?? "").slice(PERSON_NAME.length);
    const places = new Places(sqlOf(ctx.storage));
    const wakeAt = (at: number) => void ctx.storage.setAlarm(at);
    [this.person, this.ports] = [person, ports];
    this.connections = new ConnectionRegistry({ ...ports, person, places, wakeAt });
    this.listeners = new Listeners({ ...ports, person, all: () => ctx.getWebSockets().flatMap(listenerOf) });
    this.subscriptions = new Subscriptions(sqlOf(ctx.storage));
    this.notifier = new Notifier({ ...ports, person, subscriptions: this.subscriptions });
    this.recentCalls = new RecentCalls(sqlOf(ctx.storage), ports.now);
    answerPings(ctx);
  }

  /** An app connects. The Worker has authenticated the principal in the headers. */
  override async fetch(request: Request): Promise<Response> {
    const principal = principalOf(request.headers);
    if (principal?.owner !== this.person) return new Response(null, { status: 404 });
    const response = openSocket(this.ctx, principal);
    // The person's rights may have changed between admission and arrival here.
    if (this.ports.now() - this.connections.changedAt < UNSURE_MS)
      this.ctx.waitUntil(this.listeners.recheck().catch(() => undefined));
    return response;
  }

  override webSocketMessage(): void {
    // Apps send nothing but pings.
  }

  override webSocketClose(socket: WebSocket, code: number): void {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  /** Reports changed conversations, or changes in what waits for the person. Never rejects. */
  async told(conversations: readonly string[]): Promise<void> {
    await Promise.all([this.listeners.notify(conversations), this.notifier.notify(conversations)]);
  }

  /** Number of the person's open apps. */
  async openApps(): Promise<number> {
    return this.ctx.getWebSockets().length;
  }

  /** Adds a browser's push subscription. */
  async subscribe(entry: Subscription): Promise<void> {
    this.subscriptions.put(entry);
  }

  /** Returns false when there is no subscription with that id. */
  async unsubscribe(id: string): Promise<boolean> {
    return this.subscriptions.remove(id);
  }

  async subscribed(): Promise<Subscription[]> {
    return this.subscriptions.all();
  }

  /**
   * Records that the person has something open in this conversation. Returns when their rights last changed,
   * in ms since the epoch; 0: never.
   */
  async arrived(conversation: ConversationId): Promise<number> {
    return this.connections.arrived(conversation);
  }

  async left(conversation: ConversationId): Promise<void> {
    this.connections.left(conversation);
  }

  /** Conversations where the person has something open. */
  async places(): Promise<ConversationId[]> {
    return this.connections.places();
  }

  async expect(): Promise<void> {
    this.connections.expect();
  }

  async changed(): Promise<void> {
    await Promise.all([this.recheck(), this.connections.changed()]);
  }

  /** Records a call of the person's program; `digest` is of its body. */
  async called(digest: string, call: RecentCall): Promise<void> {
    this.recentCalls.put(digest, call);
  }

  /** The latest call with that body, within the hour. */
  async lastCalled(digest: string): Promise<RecentCall | undefined> {
    return this.recentCalls.get(digest);
  }

  override async alarm(): Promise<void> {
    await Promise.all([this.recheck(), this.connections.wake()]);
  }

  /** Never rejects. */
  private async recheck(): Promise<void> {
    await Promise.all([this.listeners.recheck(), this.notifier.recheck()]);
  }
}

/** The Durable Object class, with the ports that `portsOf` builds from the Worker's bindings. */
export function personObject<E>(portsOf: (env: E) => PersonPorts) {
  return class extends Person {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
