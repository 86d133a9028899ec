/**
 * An awake conversation: its store and the parts that work on it, put together once per life of the object.
 */
import type { EventBody } from "../../src/domain/events.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Later } from "../../src/domain/time/later.ts";
import type { Alarms } from "./alarms.ts";
import { Broadcaster } from "./broadcaster.ts";
import { Changes } from "./changes.ts";
import { BranchCompaction } from "./context/branch-compaction.ts";
import { Compactor } from "./context/compactor.ts";
import { Titler } from "./context/titler.ts";
import { Eraser } from "./deletion/eraser.ts";
import { DeferredCommands } from "./inbox/acceptance/deferred-commands.ts";
import { Intake } from "./intake.ts";
import { AfterWorkFlusher } from "./ledger/after-work.ts";
import { bookLostSideCalls } from "./ledger/side-calls.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { ConversationPorts } from "./ports.ts";
import { EventPump } from "./readers/event-pump.ts";
import { type LiveDeps, LiveState } from "./readers/live-state.ts";
import type { Subscribers } from "./readers/subscribers.ts";
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
  /** Resolves when all writes are on disk. */
  persisted(): Promise<void>;
}

export class AwakeConversation {
  readonly store: Store;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly compactor: Compactor;
  readonly compaction: BranchCompaction;
  /** People's changes to the conversation, other than messages. */
  readonly changes: Changes;
  private readonly titler: Titler;
  private readonly deps: AwakeDeps;
  private readonly runner: TurnRunner;
  private readonly afterWork: AfterWorkFlusher;
  private readonly trail: TrailWriter;
  private readonly broadcaster: Broadcaster;
  private readonly intake: Intake;
  private readonly eraser: Eraser;
  private readonly wakers: Wakers;

  constructor(deps: AwakeDeps) {
    const { store, ports, later, alarms, subscribers } = deps;
    const { paces } = ports;
    this.deps = deps;
    this.store = store;
    this.afterWork = new AfterWorkFlusher(store, ports);
    // Left-over after-work comes from turns that have just ended, whose end may not have been reported.
    const mayBeTold = store.turns.open().length > 0 || this.afterWork.due(false) !== null;
    const tell: LiveDeps["tell"] = (turn) => ports.monitor(store.meta, turn);
    const live = { tell, left: () => openTurn(store), later, paces };
    this.live = new LiveState(live, { turn: openTurn(store), mayBeTold });
    this.trail = new TrailWriter({ ...ports, store, sink: ports.trail });
    const { trail, afterWork } = this;
    const readers = { live: this.live, subscribers };
    this.broadcaster = new Broadcaster({ ports, alarms, ...readers, trail, afterWork });
    const { broadcast, leaveWork } = this.broadcaster;
    this.outbox = new Outbox({ ...ports, store, wakeAt: this.wakeAtFor("outbox"), later, broadcast });
    const forget = () => this.runner.forgetHistory();
    this.compactor = new Compactor({ store, ports, broadcast, later, forget, leaveWork });
    const writer = () => this.writer();
    const titlerDeps = { store, ports, broadcast, leaveWork, writer };
    this.titler = new Titler({ ...titlerDeps, agent: () => this.compactor.agent });
    this.compaction = new BranchCompaction({ store, compactor: this.compactor, writer });
    const carryOut: BranchCompaction["carryOut"] = (name, isDone) => this.compaction.carryOut(name, isDone);
    const commands = new DeferredCommands({ ...ports, store, broadcast, carryOut });
    const pump = new EventPump({ store, now: ports.now, broadcast, later, paces });
    const { outbox, compactor, broadcaster } = this;
    const wakeAt = this.wakeAtFor("reminders");
    this.runner = new TurnRunner({ store, ports, pump, outbox, compactor, broadcast, wakeAt, later });
    const drain = this.drained();
    const wakers = () => this.wakers;
    this.intake = new Intake({ store, ports, broadcaster, outbox, drain, commands, afterWork, wakers });
    this.eraser = new Eraser({ store, ports, writer: trail });
    const { eraser } = this;
    this.changes = this.changed();
    const { waitingRoom } = this.intake;
    const { titler } = this;
    const workers = { drain, commands, waitingRoom, afterWork, titler, outbox, trail, eraser };
    this.wakers = new Wakers(wakersOf(store, this.life(), { ...workers, ports }), alarms, ports);
  }

  receive(inbound: Inbound): Receipt {
    return this.intake.receive(inbound);
  }

  /** Starts a new life of the object: resumes what the last one left, and sets the alarm. */
  start(): void {
    const { store, ports } = this.deps;
    bookLostSideCalls({ store, ports, leaveWork: this.broadcaster.leaveWork });
    this.intake.waitingRoom.kick();
    this.intake.work();
    this.live.start();
    this.rearm();
  }

  /** The object's alarm. Never rejects. */
  wake(): Promise<void> {
    return this.wakers.wake(this.deps.ports.now());
  }

  /** Sets the alarm for the next due work. */
  rearm(): void {
    this.wakers.rearm();
  }

  /** Writes out all after-work and the trail now. */
  async flush(): Promise<void> {
    const work = this.afterWork.flush();
    await Promise.all([work, this.trail.flush(work)]);
  }

  /** Stops for deletion: resolves when nothing runs any more. Nobody is told of stopped work. */
  async stop(): Promise<void> {
    await Promise.all([this.wakers.stop(), this.compactor.stop(), this.titler.stop()]);
    // Costs are still booked; nothing is written to the index once the conversation is gone from it.
    await this.afterWork.stop();
    if (this.live.current) this.deps.ports.monitor(this.store.meta, null);
  }

  /** The queue of turns, run one after the other; the end of each triggers its after-work. */
  private drained(): Drain {
    const { store, ports, persisted } = this.deps;
    return new Drain({
      store,
      runner: this.runner,
      now: ports.now,
      persisted,
      wakeAt: this.wakeAtFor("turns"),
      onIdle: () => this.settle(),
      onFailure: (problem) => ports.log.error("turn_not_ended", { problem: String(problem) }),
    });
  }

  private changed(): Changes {
    const { store, outbox, broadcaster, afterWork, eraser } = this;
    const forgetHistory = () => this.runner.forgetHistory();
    const { now, rearm } = this.life();
    return new Changes({ store, outbox, broadcaster, afterWork, eraser, now, rearm, forgetHistory });
  }

  private life() {
    return {
      now: this.deps.ports.now,
      receive: (inbound: Inbound) => this.receive(inbound),
      change: (body: () => EventBody[]) => this.change(body),
      rearm: () => this.rearm(),
    };
  }

  private change(body: () => EventBody[]): void {
    const { store } = this;
    const now = this.deps.ports.now();
    this.broadcaster.tell(store.commit(now, () => body().map((told) => store.log.append(told, null, now))));
  }

  /** Casting for text that is written in the owner's name. */
  private async writer() {
    const { meta } = this.store;
    const source = { channel: meta.channel, sender: meta.owner };
    const turn = { agent: null, model: null, source, actor: null };
    const request = { turn, meta, recent: () => [], is_let_in: false };
    return this.deps.ports.casting.cast(request, new AbortController().signal);
  }

  private settle(): void {
    this.compactor.consider();
    const { laterWork, now } = this.deps.ports;
    if (!laterWork.isHeld(now())) this.titler.consider();
    this.broadcaster.leaveWork();
    // The visit's next step, such as its last words, may be due as soon as no turn runs.
    if (this.store.visits.current) this.rearm();
  }

  private wakeAtFor(waker: string): (at: number) => void {
    return (at) => this.deps.alarms.ensure(at, waker);
  }
}
