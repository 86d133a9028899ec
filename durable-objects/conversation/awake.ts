/** A conversation that is awake: its store and the parts that work on it, put together once a life. */

import type { Failure } from "../../src/domain/errors.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Alarms } from "./alarms.ts";
import { NOTHING_TO_UNDO } from "./context/compaction-notices.ts";
import { type CompactOutcome, Compactor } from "./context/compactor.ts";
import { expiredApprovals, nextExpiry } from "./inbox/approval-expiry.ts";
import { type DeferredCommandName, DeferredCommands } from "./inbox/deferred-commands.ts";
import { receive } from "./inbox/receive.ts";
import { switchHead } from "./inbox/switch-head.ts";
import { AfterWorkFlusher } from "./ledger/after-work.ts";
import { bookLostSideCalls } from "./ledger/side-calls.ts";
import { Outbox } from "./outbox/outbox.ts";
import { replyPlaceOf } from "./outbox/reply-place.ts";
import type { ConversationPorts } from "./ports.ts";
import { EventPump } from "./readers/event-pump.ts";
import { LiveState } from "./readers/live-state.ts";
import type { Subscribers } from "./readers/subscribers.ts";
import type { Compaction } from "./rows/compactions.ts";
import type { MetaChange } from "./rows/meta.ts";
import { openTurn } from "./rows/open-turn.ts";
import type { Store } from "./rows/store.ts";
import { closedSeq } from "./trail/segments.ts";
import { TrailWriter } from "./trail/writer.ts";
import { Drain } from "./turn/drain.ts";
import { TurnRunner } from "./turn/turn-runner.ts";

/** How soon the object is awake again after a crash in mid-turn, in ms. */
const LEASE_MS = 2_000;
const PRUNE_EVERY_MS = 3_600_000;
const FULL_QUEUE_PAUSE_MS = 30_000;
/** How long the bulk of events that the trail has stays here as well. */
const HOT_EVENTS_MS = 7 * 24 * 3_600_000;

export interface AwakeDeps {
  store: Store;
  ports: ConversationPorts;
  alarms: Alarms;
  subscribers: Subscribers;
  /** Returns what calls it off. */
  later(callback: () => void, ms: number): () => void;
  /** Resolves when what was written is on disk. */
  persisted(): Promise<void>;
}

export class AwakeConversation {
  readonly store: Store;
  readonly live: LiveState;
  private readonly deps: AwakeDeps;
  private readonly drain: Drain;
  private readonly runner: TurnRunner;
  private readonly afterWork: AfterWorkFlusher;
  private readonly trail: TrailWriter;
  readonly outbox: Outbox;
  readonly compactor: Compactor;
  private readonly orders: DeferredCommands;
  private prunedAt: number;

  constructor(deps: AwakeDeps) {
    const { store, ports, alarms, later } = deps;
    this.deps = deps;
    this.store = store;
    // What was made just now has nothing old.
    this.prunedAt = store.meta.created_at;
    const broadcast = (event: NightjarEvent) => this.broadcast(event);
    const wakeAt = (at: number) => alarms.ensure(at);
    this.live = new LiveState(
      { tell: (turn) => ports.monitor(store.meta, turn), later },
      { turn: openTurn(store), mayBeTold: store.turns.open().length > 0 },
    );
    const pump = new EventPump({ store, now: ports.now, broadcast, later });
    this.outbox = new Outbox({ ...ports, store, wakeAt, later, broadcast });
    this.compactor = new Compactor({
      store,
      ports,
      broadcast,
      later,
      forget: () => this.runner.forgetHistory(),
      leaveWork: () => this.leaveWork(),
    });
    const carryOut = (name: DeferredCommandName, isDone: () => void) => this.carryOut(name, isDone);
    this.orders = new DeferredCommands({ ...ports, store, broadcast, carryOut });
    const { outbox, compactor } = this;
    this.runner = new TurnRunner({ store, ports, pump, outbox, compactor, broadcast, wakeAt, later });
    this.afterWork = new AfterWorkFlusher(store, ports);
    this.trail = new TrailWriter({ ...ports, store, sink: ports.trail });
    this.drain = new Drain({
      store,
      runner: this.runner,
      now: ports.now,
      persisted: deps.persisted,
      wakeAt,
      onIdle: () => this.settle(),
      onFailure: (problem) => ports.log.error("turn_not_ended", { problem: String(problem) }),
    });
  }

  receive(inbound: Inbound): Receipt {
    const { ports } = this.deps;
    const carry = (message: Message) => {
      const home = replyPlaceOf(this.store);
      if (home) this.outbox.putSpoken(message, home);
    };
    const { receipt, events, isGrant } = receive(this.store, inbound, { ...ports, carry });
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
    const { store, ports } = this.deps;
    bookLostSideCalls({ store, ports, leaveWork: () => this.leaveWork() });
    this.work();
    this.rearm();
  }

  /** Goes on with whatever waits, and sees to it that the object wakes again if it dies meanwhile. */
  work(): void {
    this.drain.kick();
    this.outbox.kick();
    this.orders.kick();
    if (this.hasWork) this.deps.alarms.ensure(this.deps.ports.now() + LEASE_MS);
  }

  /** The alarm: due messages, work that was left, and the next reason to wake. Never throws. */
  async wake(): Promise<void> {
    this.fireScheduled();
    for (const over of expiredApprovals(this.store, this.deps.ports.now())) this.receive(over);
    this.work();
    const now = this.deps.ports.now();
    // The trail after the rest, so that it need not carry what the rest has done with.
    const work = isDue(this.afterWorkDue, now) ? this.afterWork.flush() : Promise.resolve();
    const trail = isDue(this.trail.due, now) ? this.trail.flush(work) : undefined;
    this.prune(now);
    // Before the waiting: a store that is slow must not hold up the next reason to wake.
    this.rearm();
    await Promise.all([work, trail]);
    this.rearm();
  }

  /** Everything that is left over is written out now. */
  async flush(): Promise<void> {
    const work = this.afterWork.flush();
    await Promise.all([work, this.trail.flush(work)]);
  }

  patch(change: MetaChange): void {
    const { store, deps } = this;
    const now = deps.ports.now();
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
    const switched = switchHead(this.store, message_id, this.deps.ports.now());
    if ("error" in switched) return switched;
    this.runner.forgetHistory();
    for (const event of switched) this.broadcast(event);
    return undefined;
  }

  /** Makes the history of the active branch shorter now. Never rejects. */
  async compact(isDone: () => void = () => undefined): Promise<CompactOutcome> {
    const { ports } = this.deps;
    const { head, agent: slug, model } = this.store.meta;
    if (head === null) return { status: "nothing", reason: "Nothing has been said yet." };
    const agent = await ports.agent(slug);
    const models = ports.model.chain(agent, model);
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
    await Promise.all([this.drain.stop(), this.compactor.stop(), this.trail.stop()]);
    // What was spent is booked, and nothing of the conversation is written to the index when it is gone from there.
    await this.afterWork.stop();
    if (this.live.current) this.deps.ports.monitor(this.store.meta, null);
  }

  private obey(inbound: Inbound): void {
    if (inbound.type === "command") {
      if (inbound.command.name === "halt") this.drain.halt();
      else this.orders.added();
    }
    this.work();
  }

  private async carryOut(name: DeferredCommandName, isDone: () => void): Promise<string | undefined> {
    if (name === "compact") return reasonOf(await this.compact(isDone));
    return (await this.undoCompact(isDone)) ? undefined : NOTHING_TO_UNDO;
  }

  private broadcast(event: NightjarEvent): void {
    this.live.follow(event);
    // A long queue does not keep what its first turns have cost from being told.
    if (event.type === "turn_end") this.afterWork.touch();
    this.deps.subscribers.broadcast(event);
    this.trail.note(event);
    const isLate = event.turn_id === null || event.type === "delivery";
    if (isLate && this.trail.due !== null) this.deps.alarms.ensure(this.trail.due);
  }

  private settle(): void {
    this.compactor.consider();
    this.leaveWork();
  }

  private leaveWork(): void {
    this.afterWork.touch();
    this.deps.alarms.ensure(this.deps.ports.now() + LEASE_MS);
  }

  /** Sees to it that the object wakes for whatever is left to do. */
  rearm(): void {
    const { alarms, ports } = this.deps;
    const next = this.store.schedule.next();
    const expiry = nextExpiry(this.store);
    if (this.hasWork) alarms.ensure(ports.now() + LEASE_MS);
    if (this.afterWorkDue !== null) alarms.ensure(this.afterWorkDue);
    if (next !== null) alarms.ensure(next);
    if (expiry !== null) alarms.ensure(expiry);
    if (this.outbox.due !== null) alarms.ensure(this.outbox.due);
    if (this.trail.due !== null) alarms.ensure(this.trail.due);
  }

  private get hasWork(): boolean {
    return this.drain.hasWork || this.orders.hasWork;
  }

  private get afterWorkDue(): number | null {
    return this.afterWork.due(this.drain.hasWork);
  }

  private fireScheduled(): void {
    const now = this.deps.ports.now();
    for (const { id, text } of this.store.schedule.due(now)) {
      const { channel, thread } = replyPlaceOf(this.store) ?? { channel: "system" as const };
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

function isDue(due: number | null, now: number): boolean {
  return due !== null && due <= now;
}

function definedOf(change: MetaChange): Partial<MetaChange> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
