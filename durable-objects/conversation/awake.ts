/** A conversation that is awake: its store and the parts that work on it, put together once a life. */
import type { Failure } from "../../src/domain/errors.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Later } from "../../src/domain/later.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Alarms } from "./alarms.ts";
import { BranchCompaction } from "./context/branch-compaction.ts";
import { Compactor } from "./context/compactor.ts";
import { DeferredCommands } from "./inbox/acceptance/deferred-commands.ts";
import { patch } from "./inbox/patch.ts";
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
import type { MetaChange } from "./rows/meta.ts";
import { openTurn } from "./rows/open-turn.ts";
import type { Store } from "./rows/store.ts";
import { TrailWriter } from "./trail/writer.ts";
import { Drain } from "./turn/drain.ts";
import { TurnRunner } from "./turn/turn-runner.ts";
import { wakersOf } from "./wakers/list.ts";
import { Wakers } from "./wakers/wakers.ts";

export interface AwakeDeps {
  store: Store;
  ports: ConversationPorts;
  alarms: Alarms;
  subscribers: Subscribers;
  later: Later;
  /** Resolves when what was written is on disk. */
  persisted(): Promise<void>;
}

export class AwakeConversation {
  readonly store: Store;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly compactor: Compactor;
  readonly compaction: BranchCompaction;
  private readonly deps: AwakeDeps;
  private readonly runner: TurnRunner;
  private readonly drain: Drain;
  private readonly commands: DeferredCommands;
  private readonly afterWork: AfterWorkFlusher;
  private readonly trail: TrailWriter;
  private readonly wakers: Wakers;

  constructor(deps: AwakeDeps) {
    const { store, ports, later, persisted } = deps;
    const { paces } = ports;
    const broadcast = (event: NightjarEvent) => this.broadcast(event);
    const leaveWork = () => this.leaveWork();
    this.deps = deps;
    this.store = store;
    this.live = new LiveState(
      { tell: (turn) => ports.monitor(store.meta, turn), later, paces },
      { turn: openTurn(store), mayBeTold: store.turns.open().length > 0 },
    );
    this.outbox = new Outbox({ ...ports, store, wakeAt: this.wakeAtFor("outbox"), later, broadcast });
    const forget = () => this.runner.forgetHistory();
    this.compactor = new Compactor({ store, ports, broadcast, later, forget, leaveWork });
    this.compaction = new BranchCompaction({ store, compactor: this.compactor, writer: () => this.writer() });
    const carryOut: BranchCompaction["carryOut"] = (name, isDone) => this.compaction.carryOut(name, isDone);
    this.commands = new DeferredCommands({ ...ports, store, broadcast, carryOut });
    const pump = new EventPump({ store, now: ports.now, broadcast, later, paces });
    const { outbox, compactor } = this;
    const wakeAt = this.wakeAtFor("reminders");
    this.runner = new TurnRunner({ store, ports, pump, outbox, compactor, broadcast, wakeAt, later });
    this.afterWork = new AfterWorkFlusher(store, ports);
    this.trail = new TrailWriter({ ...ports, store, sink: ports.trail });
    this.drain = new Drain({
      store,
      runner: this.runner,
      now: ports.now,
      persisted,
      wakeAt: this.wakeAtFor("turns"),
      onIdle: () => this.settle(),
      onFailure: (problem) => ports.log.error("turn_not_ended", { problem: String(problem) }),
    });
    const life = {
      now: ports.now,
      receive: (inbound: Inbound) => this.receive(inbound),
      rearm: () => this.rearm(),
    };
    const { drain, commands, afterWork, trail } = this;
    const workers = { drain, commands, afterWork, outbox, trail };
    this.wakers = new Wakers(wakersOf(store, life, { ...workers, made: ports.wakers, paces }), deps.alarms);
  }

  receive(inbound: Inbound): Receipt {
    const { ports } = this.deps;
    const carry = (message: Message) => {
      const home = replyPlaceOf(this.store);
      if (home) this.outbox.putUnasked(message, home);
    };
    const { receipt, events, isGrant } = receive(this.store, inbound, {
      ...ports,
      carry,
      ask: (...asked) => this.outbox.putAsked(...asked),
      answerChild: (...answered) => this.outbox.putAnswer(...answered),
    });
    this.tell(events);
    if (receipt.status === "accepted") this.obey(inbound);
    // Its turn may go on for long: the owner's list of what is allowed, and their other conversations, do not wait for it.
    if (isGrant) void this.afterWork.flush().then(() => this.rearm());
    // A message that no turn has made has to be indexed too.
    if (receipt.status === "accepted" && receipt.turn_id === null && receipt.message_id) this.leaveWork();
    return receipt;
  }

  patch(change: MetaChange): void {
    this.tell(patch(this.store, change, this.deps.ports.now()));
  }

  /** Goes on from another branch. Returns why it may not, if so. */
  switchHead(message_id: MessageId): Failure | undefined {
    const switched = switchHead(this.store, message_id, this.deps.ports.now());
    if ("error" in switched) return switched;
    this.runner.forgetHistory();
    this.tell(switched);
    return undefined;
  }

  /** A new life of the object: goes on with what the last one left, and sees to the next reason to wake. */
  start(): void {
    const { store, ports } = this.deps;
    bookLostSideCalls({ store, ports, leaveWork: () => this.leaveWork() });
    this.work();
    this.rearm();
  }

  /** The alarm. Never rejects. */
  wake(): Promise<void> {
    return this.wakers.wake(this.deps.ports.now());
  }

  /** Sees to it that the object wakes for whatever is left to do. */
  rearm(): void {
    this.wakers.rearm();
  }

  /** Everything that is left over is written out now. */
  async flush(): Promise<void> {
    const work = this.afterWork.flush();
    await Promise.all([work, this.trail.flush(work)]);
  }

  /** The conversation is being deleted: resolves when nothing runs any more, and nobody is told that it does. */
  async stop(): Promise<void> {
    await Promise.all([this.wakers.stop(), this.compactor.stop()]);
    // What was spent is booked, and nothing of the conversation is written to the index when it is gone from there.
    await this.afterWork.stop();
    if (this.live.current) this.deps.ports.monitor(this.store.meta, null);
  }

  private obey(inbound: Inbound): void {
    if (inbound.type === "command") {
      if (inbound.command.name === "halt") this.drain.halt();
      else this.commands.added();
    }
    this.work();
  }

  /** Goes on with whatever waits, and sees to it that the object wakes again if it dies meanwhile. */
  private work(): void {
    this.drain.kick();
    this.outbox.kick();
    this.commands.kick();
    this.wakers.rearm("turns", "commands");
  }

  private async writer() {
    const { meta } = this.store;
    const turn = { agent: null, model: null, source: { channel: meta.channel, sender: meta.owner } };
    return this.deps.ports.casting.cast({ turn, meta, recent: () => [] }, new AbortController().signal);
  }

  private tell(events: readonly NightjarEvent[]): void {
    for (const event of events) this.broadcast(event);
  }

  private broadcast(event: NightjarEvent): void {
    this.live.follow(event);
    // A long queue does not keep what its first turns have cost from being told.
    if (event.type === "turn_end") this.afterWork.touch();
    this.deps.subscribers.broadcast(event);
    this.trail.note(event);
    const isLate = event.turn_id === null || event.type === "delivery";
    if (isLate && this.trail.due !== null) this.deps.alarms.ensure(this.trail.due, "trail");
  }

  private settle(): void {
    this.compactor.consider();
    this.leaveWork();
  }

  private leaveWork(): void {
    this.afterWork.touch();
    const { now, paces } = this.deps.ports;
    this.deps.alarms.ensure(now() + paces.lease_ms, "after_work");
  }

  private wakeAtFor(waker: string): (at: number) => void {
    return (at) => this.deps.alarms.ensure(at, waker);
  }
}
