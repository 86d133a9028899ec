/**
 * A machine that one conversation lives on: its storage, its alarm, its sockets and its power.
 *
 * Everything that happens in one go, up to the next wait for the outside, is one event and one commit, as in a
 * Durable Object. Frames and requests that come after a write leave only once it is stored; those before it are out
 * already. A kill takes the memory, and before the commit the event's writes with it.
 */
import { Alarms } from "../../../durable-objects/conversation/alarms.ts";
import { AwakeConversation } from "../../../durable-objects/conversation/awake.ts";
import { type ConversationPorts, portsByFolder } from "../../../durable-objects/conversation/ports.ts";
import { type SocketLike, Subscribers } from "../../../durable-objects/conversation/readers/subscribers.ts";
import type { MetaInit } from "../../../durable-objects/conversation/rows/meta.ts";
import { createStore, openStore, type Store } from "../../../durable-objects/conversation/rows/store.ts";
import type { Ids } from "../../../src/domain/ids.ts";
import { NodeSql } from "../node-sql.ts";
import { settled, type Timeline } from "./timeline.ts";

export type Fate = "goes on" | "dies before the commit" | "dies after the commit";

export interface MachineOptions {
  timeline: Timeline;
  ids: Ids;
  init: MetaInit;
  ports(machine: Machine): ConversationPorts;
  /** Asked once an event. */
  fate?(): Fate;
  /** How long the machine stays dark after a kill, in ms. */
  outage?(): number;
}

export type Reached<T> = { reached: true; value: T } | { reached: false };

export class Machine {
  readonly sql = new NodeSql();
  readonly timeline: Timeline;
  readonly sockets = new Set<SocketLike>();
  /** Grows with each kill and eviction: what belongs to an earlier life never happens. */
  life = 0;
  kills = 0;
  alarmsFired = 0;
  /** Called after each commit that wrote something. */
  onCommit: () => void = () => undefined;
  private readonly options: MachineOptions;
  private current: AwakeConversation | undefined;
  private isDark = false;
  private alarmAt: number | null = null;
  private isAlarmRunning = false;
  private timers = 0;
  private isInEvent = false;
  private hasWritten = false;
  private held: (() => void)[] = [];

  constructor(options: MachineOptions) {
    this.options = options;
    this.timeline = options.timeline;
    this.sql.onWrite = () => {
      this.hasWritten = true;
    };
  }

  get alarm(): number | null {
    return this.alarmAt;
  }

  get isUp(): boolean {
    return !this.isDark;
  }

  /** The stored state, read as a new life of the object would read it. */
  get stored(): Store | undefined {
    return this.awake?.store ?? openStore(this.sql, this.options.ids);
  }

  /** The conversation as it is awake now; undefined while it sleeps. */
  get awake(): AwakeConversation | undefined {
    return this.current;
  }

  /** A request from outside. It is not reached in the dark, and its answer is lost when the machine dies in it. */
  async request<T>(body: (awake: AwakeConversation) => T): Promise<Reached<T>> {
    if (this.isDark) return { reached: false };
    let value: Reached<T> = { reached: false };
    const survived = await this.event(() => {
      if (this.awake) value = { reached: true, value: body(this.awake) };
    });
    return survived ? value : { reached: false };
  }

  /** Later in this life, as an event of its own. */
  later(act: () => void, ms: number): () => void {
    const { life } = this;
    this.timers += 1;
    let isOpen = true;
    const close = () => {
      if (isOpen && life === this.life) this.timers -= 1;
      isOpen = false;
    };
    const cancel = this.timeline.after(ms, async () => {
      if (life !== this.life) return;
      close();
      await this.event(act);
    });
    return () => {
      close();
      cancel();
    };
  }

  /** Waits in this life; in the next one nobody waits any more. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.later(resolve, ms));
  }

  /** An answer from outside reaches the life that asked, or nobody. */
  async inLife(life: number, act: () => void): Promise<void> {
    if (life === this.life && this.awake) await this.event(act);
  }

  /** Leaves the machine: at once, or with the commit of what was written before. */
  send(act: () => void): void {
    if (this.isInEvent && this.hasWritten) this.held.push(act);
    else act();
  }

  /** The runtime takes an idle conversation out of memory; its sockets stay. False when it is not idle. */
  evict(): boolean {
    const isBusy = this.timers > 0 || this.isAlarmRunning || !this.awake;
    if (isBusy || this.awake?.store.turns.open().some((turn) => turn.state !== "parked")) return false;
    this.forget();
    return true;
  }

  /** The power goes between two events. */
  kill(): void {
    this.kills += 1;
    this.forget();
    this.isDark = true;
    for (const socket of this.sockets) (socket as { lost?(): void }).lost?.();
    this.sockets.clear();
    if (this.isAlarmRunning && this.alarmAt === null) this.alarmAt = this.timeline.now + 2_000;
    this.isAlarmRunning = false;
    this.timeline.after(this.options.outage?.() ?? 1_000, () => {
      this.isDark = false;
      this.watchAlarm();
    });
  }

  private forget(): void {
    this.life += 1;
    this.timers = 0;
    this.current = undefined;
  }

  /** One event and its commit. False when the machine died in it. */
  private async event(body: () => void): Promise<boolean> {
    if (this.isInEvent) throw new Error("one event after the other: a promise of the test was not awaited");
    const { database } = this.sql;
    const alarmBefore = this.alarmAt;
    const wasAlarmRunning = this.isAlarmRunning;
    database.exec("BEGIN");
    this.isInEvent = true;
    this.hasWritten = false;
    this.held = [];
    try {
      if (!this.awake) await this.wakeUp();
      body();
    } catch (problem) {
      database.exec("ROLLBACK");
      throw problem;
    } finally {
      await settled();
      this.isInEvent = false;
    }
    const fate = this.options.fate?.() ?? "goes on";
    if (fate === "dies before the commit") {
      database.exec("ROLLBACK");
      this.alarmAt = alarmBefore;
      // An alarm has been kept only once what its handler wrote is stored.
      this.isAlarmRunning = wasAlarmRunning;
    } else {
      database.exec("COMMIT");
      if (this.hasWritten) this.onCommit();
      for (const act of this.held.splice(0)) act();
    }
    if (fate !== "goes on") this.kill();
    return fate === "goes on";
  }

  /** The object's constructor. */
  private async wakeUp(): Promise<void> {
    const { init, ids, ports, timeline } = this.options;
    const alarms = new Alarms({
      get: async () => this.alarmAt,
      set: (at) => this.setAlarm(at),
    });
    await alarms.load();
    const store = openStore(this.sql, ids) ?? createStore(this.sql, init, { ids, now: timeline.now });
    const sockets = () => [...this.sockets].map((socket) => this.gated(socket));
    this.current = new AwakeConversation({
      store,
      ports: portsByFolder(ports(this)),
      alarms,
      subscribers: new Subscribers(sockets),
      later: (act, ms) => this.later(act, ms),
      persisted: () => this.sleep(0),
    });
    this.firing = alarms;
    this.current.start();
  }

  private firing: Alarms | undefined;

  private gated(socket: SocketLike): SocketLike {
    return { send: (text) => this.send(() => socket.send(text)) };
  }

  private setAlarm(at: number): void {
    this.hasWritten = true;
    this.alarmAt = at;
    this.watchAlarm();
  }

  private watchAlarm(): void {
    const { alarmAt: at } = this;
    if (at !== null) this.timeline.after(at - this.timeline.now, () => this.ring());
  }

  private async ring(): Promise<void> {
    const isDue = this.alarmAt !== null && this.alarmAt <= this.timeline.now;
    if (!isDue || this.isDark || this.isAlarmRunning) return;
    this.alarmsFired += 1;
    const { life } = this;
    await this.event(() => {
      this.alarmAt = null;
      this.isAlarmRunning = true;
      this.firing?.fired();
      void this.awake?.wake().then(() => {
        if (life !== this.life) return;
        this.isAlarmRunning = false;
        this.watchAlarm();
      });
    });
  }
}
