/** A conversation that is awake: its store and the parts that work on it, put together once a life. */

import type { Failure } from "../../src/domain/errors.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Message } from "../../src/domain/message.ts";
import { AfterWorkFlusher } from "./after-work.ts";
import type { Alarms } from "./alarms.ts";
import { expiredApprovals, nextExpiry } from "./approval-expiry.ts";
import { switchHead } from "./branches.ts";
import type { Compaction } from "./compaction.ts";
import { NOTHING_TO_UNDO } from "./compaction-notices.ts";
import { type CompactOutcome, Compactor } from "./compactor.ts";
import { Drain } from "./drain.ts";
import { EventPump } from "./event-pump.ts";
import { homeOf } from "./home.ts";
import { LiveState } from "./live-state.ts";
import type { MetaChange } from "./meta.ts";
import { openTurn } from "./open-turn.ts";
import { type OrderName, Orders } from "./orders.ts";
import { Outbox } from "./outbox.ts";
import { receive } from "./receive.ts";
import type { Services } from "./services.ts";
import { bookLostSideCalls } from "./side-calls.ts";
import type { Store } from "./store.ts";
import type { Subscribers } from "./subscribers.ts";
import { closedSeq } from "./trail-plan.ts";
import { TrailWriter } from "./trail-writer.ts";
import { TurnRunner } from "./turn-runner.ts";

/** How soon the object is awake again after a crash in mid-turn, in ms. */
const LEASE_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;
const FULL_QUEUE_PAUSE_MS = 30_000;
/** How long the bulk of events that the trail has stays here as well. */
const HOT_EVENTS_MS = 7 * 24 * 3_600_000;

export interface HotDeps {
  store: Store;
  services: Services;
  alarms: Alarms;
  subscribers: Subscribers;
  /** Returns what calls it off. */
  later(callback: () => void, ms: number): () => void;
  /** Resolves when what was written is on disk. */
  persisted(): Promise<void>;
}

export class HotConversation {
  readonly store: Store;
  readonly live: LiveState;
  private readonly deps: HotDeps;
  private readonly drain: Drain;
  private readonly runner: TurnRunner;
  private readonly afterWork: AfterWorkFlusher;
  private readonly trail: TrailWriter | undefined;
  readonly outbox: Outbox;
  readonly compactor: Compactor;
  private readonly orders: Orders;
  private prunedAt: number;

  constructor(deps: HotDeps) {
    const { store, services, alarms, later } = deps;
    this.deps = deps;
    this.store = store;
    // What was made just now has nothing old.
    this.prunedAt = store.meta.created_at;
    const broadcast = (event: NightjarEvent) => this.broadcast(event);
    const wakeAt = (at: number) => alarms.ensure(at);
    this.live = new LiveState(
      { tell: (turn) => services.monitor(store.meta, turn), later },
      { turn: openTurn(store), mayBeTold: store.turns.open().length > 0 },
    );
    const pump = new EventPump({ store, now: services.now, broadcast, later });
    this.outbox = new Outbox({ ...services, store, wakeAt, later, broadcast });
    this.compactor = new Compactor({
      store,
      services,
      broadcast,
      later,
      forget: () => this.runner.forgetHistory(),
      leaveWork: () => this.leaveWork(),
    });
    const carryOut = (name: OrderName, isDone: () => void) => this.carryOut(name, isDone);
    this.orders = new Orders({ ...services, store, broadcast, carryOut });
    const { outbox, compactor } = this;
    this.runner = new TurnRunner({ store, services, pump, outbox, compactor, broadcast, wakeAt, later });
    this.afterWork = new AfterWorkFlusher(store, services);
    if (services.trail) this.trail = new TrailWriter({ ...services, store, sink: services.trail });
    this.drain = new Drain({
      store,
      runner: this.runner,
      now: services.now,
      persisted: deps.persisted,
      wakeAt,
      onIdle: () => this.settle(),
      onFailure: (problem) => services.log.error("turn_not_ended", { problem: String(problem) }),
    });
  }

  receive(inbound: Inbound): Receipt {
    const { services } = this.deps;
    const carry = (message: Message) => {
      const home = homeOf(this.store);
      if (home) this.outbox.putSpoken(message, home);
    };
    const { receipt, events, isGrant } = receive(this.store, inbound, { ...services, carry });
    for (const event of events) this.broadcast(event);
    if (receipt.status === "accepted") this.obey(inbound);
    // Its turn may go on for long: the owner's list of what is allowed, and their other conversations, do not wait for it.
    if (isGrant) void this.afterWork.flush().then(() => this.rearm());
    // What no turn has said leaves work all the same.
    if (receipt.status === "accepted" && receipt.turn_id === null && receipt.message_id) this.leaveWork();
    return receipt;
  }

  /** A new life of the object: goes on with what the last one left, and sees to the next reason to wake. */
  start(): void {
    const { store, services } = this.deps;
    bookLostSideCalls({ store, services, leaveWork: () => this.leaveWork() });
    this.work();
    this.rearm();
  }

  /** Goes on with whatever waits, and sees to it that the object wakes again if it dies meanwhile. */
  work(): void {
    this.drain.kick();
    this.outbox.kick();
    this.orders.kick();
    if (this.hasWork) this.deps.alarms.ensure(this.deps.services.now() + LEASE_MS);
  }

  /** The alarm: due messages, work that was left, and the next reason to wake. Never throws. */
  async wake(): Promise<void> {
    this.fireScheduled();
    for (const over of expiredApprovals(this.store, this.deps.services.now())) this.receive(over);
    this.work();
    const now = this.deps.services.now();
    // The trail after the rest, so that it need not carry what the rest has done with.
    const work = isDue(this.afterWorkDue, now) ? this.afterWork.flush() : Promise.resolve();
    const trail = isDue(this.trail?.due, now) ? this.trail?.flush(work) : undefined;
    this.prune(now);
    // Before the waiting: a store that is slow must not hold up the next reason to wake.
    this.rearm();
    await Promise.all([work, trail]);
    this.rearm();
  }

  /** Everything that is left over is written out now. */
  async flush(): Promise<void> {
    const work = this.afterWork.flush();
    await Promise.all([work, this.trail?.flush(work)]);
  }

  patch(change: MetaChange): void {
    const { store, deps } = this;
    const now = deps.services.now();
    const events = store.commit(now, () => {
      Object.assign(store.meta, definedOf(change));
      store.meta.revision += 1;
      return change.title === undefined
        ? []
        : [store.log.append({ type: "title", title: change.title }, null, now)];
    });
    for (const event of events) this.broadcast(event);
  }

  /** Goes on from another branch. Returns why it may not, if so. */
  switchHead(message_id: MessageId): Failure | undefined {
    const switched = switchHead(this.store, message_id, this.deps.services.now());
    if ("error" in switched) return switched;
    this.runner.forgetHistory();
    for (const event of switched) this.broadcast(event);
    return undefined;
  }

  /** Makes the history of the active branch shorter now. Never rejects. */
  async compact(isDone: () => void = () => undefined): Promise<CompactOutcome> {
    const { services } = this.deps;
    const { head, agent: slug, model } = this.store.meta;
    if (head === null) return { status: "nothing", reason: "Nothing has been said yet." };
    const agent = await services.agent(slug);
    const models = services.model.chain(agent, model);
    return this.compactor.run({ leaf: head, agent, models, isDone });
  }

  /** Takes the newest summary of the active branch back; undefined when there is none. */
  async undoCompact(isDone: () => void = () => undefined): Promise<Compaction | undefined> {
    const { head } = this.store.meta;
    return head === null ? undefined : this.compactor.undo(head, isDone);
  }

  /** The conversation is being deleted: resolves when nothing runs any more, and nobody is told that it does. */
  async stop(): Promise<void> {
    this.outbox.stop();
    this.orders.stop();
    await Promise.all([this.drain.stop(), this.compactor.stop(), this.trail?.stop()]);
    // What was spent is booked, and nothing of the conversation is written to the index when it is gone from there.
    await this.afterWork.stop();
    if (this.live.current) this.deps.services.monitor(this.store.meta, null);
  }

  private obey(inbound: Inbound): void {
    if (inbound.type === "command") {
      if (inbound.command.name === "halt") this.drain.halt();
      else this.orders.added();
    }
    this.work();
  }

  private async carryOut(name: OrderName, isDone: () => void): Promise<string | undefined> {
    if (name === "compact") return reasonOf(await this.compact(isDone));
    return (await this.undoCompact(isDone)) ? undefined : NOTHING_TO_UNDO;
  }

  private broadcast(event: NightjarEvent): void {
    this.live.follow(event);
    // A long queue does not keep what its first turns have cost from being told.
    if (event.type === "turn_end") this.afterWork.touch();
    this.deps.subscribers.broadcast(event);
    this.trail?.note(event);
    const isLate = event.turn_id === null || event.type === "delivery";
    if (isLate && this.trail?.due) this.deps.alarms.ensure(this.trail.due);
  }

  private settle(): void {
    this.compactor.consider();
    this.leaveWork();
  }

  private leaveWork(): void {
    this.afterWork.touch();
    this.deps.alarms.ensure(this.deps.services.now() + LEASE_MS);
  }

  /** Sees to it that the object wakes for whatever is left to do. */
  rearm(): void {
    const { alarms, services } = this.deps;
    const next = this.store.schedule.next();
    const expiry = nextExpiry(this.store);
    if (this.hasWork) alarms.ensure(services.now() + LEASE_MS);
    if (this.afterWorkDue !== null) alarms.ensure(this.afterWorkDue);
    if (next !== null) alarms.ensure(next);
    if (expiry !== null) alarms.ensure(expiry);
    if (this.outbox.due !== null) alarms.ensure(this.outbox.due);
    if (this.trail && this.trail.due !== null) alarms.ensure(this.trail.due);
  }

  private get hasWork(): boolean {
    return this.drain.hasWork || this.orders.hasWork;
  }

  private get afterWorkDue(): number | null {
    return this.afterWork.due(this.drain.hasWork);
  }

  private fireScheduled(): void {
    const now = this.deps.services.now();
    for (const { id, text } of this.store.schedule.due(now)) {
      const { channel, thread } = homeOf(this.store) ?? { channel: "system" as const };
      const source = { channel, sender: "schedule", ...(thread !== undefined && { thread }) };
      const receipt = this.receive({
        type: "notice",
        key: `schedule:${id}`,
        source,
        text: `A reminder that was set earlier is due now. Tell the person: ${text}`,
      });
      // Refused by a full queue: it rings again when there may be room.
      if (receipt.status === "refused") this.store.schedule.postpone(id, now + FULL_QUEUE_PAUSE_MS);
      else this.store.schedule.remove(id);
    }
  }

  private prune(now: number): void {
    if (now - this.prunedAt < PRUNE_EVERY_MS) return;
    this.prunedAt = now;
    // Of an answer that is not final yet there is nothing but its events.
    const oldest = this.store.turns.open()[0];
    this.store.log.prune(Math.min(oldest?.created_at ?? now, now - PRUNE_EVERY_MS));
    const open = oldest?.start_seq ?? Number.MAX_SAFE_INTEGER;
    this.store.log.thin(Math.min(open, closedSeq(this.store.sql)), now - HOT_EVENTS_MS);
  }
}

function reasonOf(outcome: CompactOutcome): string | undefined {
  return outcome.status === "compacted" ? undefined : outcome.reason;
}

function isDue(due: number | null | undefined, now: number): boolean {
  return due !== null && due !== undefined && due <= now;
}

function definedOf(change: MetaChange): Partial<MetaChange> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
