/** A conversation that is awake: its store and the parts that work on it, put together once a life. */
import type { Undelivered } from "../../src/channels/channel.ts";
import type { Failure } from "../../src/domain/errors.ts";
import type { EventBody, NightjarEvent } from "../../src/domain/events.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Later } from "../../src/domain/time/later.ts";
import type { Alarms } from "./alarms.ts";
import { Broadcaster } from "./broadcaster.ts";
import { BranchCompaction } from "./context/branch-compaction.ts";
import { Compactor } from "./context/compactor.ts";
import { Titler } from "./context/titler.ts";
import { deleteMessage } from "./deletion/delete-message.ts";
import { Eraser } from "./deletion/eraser.ts";
import { DeferredCommands } from "./inbox/acceptance/deferred-commands.ts";
import { type Arriving, comeIn, forgetInVisit, goOut, type Welcome } from "./inbox/company.ts";
import { patch } from "./inbox/patch.ts";
import { cancelReminder, changeReminder, type ReminderChange } from "./inbox/reminders.ts";
import { type Share, share, unshare } from "./inbox/share.ts";
import { switchHead } from "./inbox/switch-head.ts";
import { Intake } from "./intake.ts";
import { AfterWorkFlusher } from "./ledger/after-work.ts";
import { bookLostSideCalls } from "./ledger/side-calls.ts";
import { Outbox } from "./outbox/outbox.ts";
import type { ConversationPorts } from "./ports.ts";
import { EventPump } from "./readers/event-pump.ts";
import { type LiveDeps, LiveState } from "./readers/live-state.ts";
import type { Subscribers } from "./readers/subscribers.ts";
import type { MetaChange } from "./rows/meta.ts";
import { openTurn } from "./rows/open-turn.ts";
import type { Delivery } from "./rows/outgoing/deliveries.ts";
import type { Reminder } from "./rows/reminders.ts";
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
    // What is left to be written comes of turns that have just ended: nobody may have heard that they have.
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
    this.titler = new Titler({ store, ports, broadcast, leaveWork, agent: () => this.compactor.agent });
    this.compaction = new BranchCompaction({ store, compactor: this.compactor, writer: () => this.writer() });
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
    const { waitingRoom } = this.intake;
    const workers = { drain, commands, waitingRoom, afterWork, outbox, trail, eraser };
    this.wakers = new Wakers(wakersOf(store, this.life(), { ...workers, made: ports.wakers, paces }), alarms);
  }

  receive(inbound: Inbound): Receipt {
    return this.intake.receive(inbound);
  }

  /** Lets somebody in, or gives them other rights. Returns why not, if so; resolves when their list shows it. */
  async share(wish: Share): Promise<Failure | undefined> {
    const shared = share(this.store, wish, this.deps.ports.now());
    if ("error" in shared) return shared;
    await this.membersChanged(shared);
    return undefined;
  }

  /** Resolves when their list does not show it any more. */
  async unshare(person: string): Promise<void> {
    await this.membersChanged(unshare(this.store, person, this.deps.ports.now()));
  }

  /** Undefined: there is none of that id. */
  changeReminder(id: string, change: ReminderChange): Reminder | undefined {
    const changed = changeReminder(this.store, id, { change, now: this.deps.ports.now() });
    if (changed) this.indexSoon();
    return changed;
  }

  /** False: there is none of that id. */
  cancelReminder(id: string): boolean {
    const isCancelled = cancelReminder(this.store, id, this.deps.ports.now());
    if (isCancelled) this.indexSoon();
    return isCancelled;
  }

  /** A failed delivery is sent again. Returns how it stands, or why it cannot be. */
  retryDelivery(id: string): Delivery | Failure {
    const again = this.outbox.retry(id);
    if (!("error" in again)) this.indexSoon();
    return again;
  }

  /** Whether it was told of a delivery that counted as sent. */
  undelivered(told: Undelivered): boolean {
    const isNews = this.outbox.undelivered(told);
    if (isNews) this.indexSoon();
    return isNews;
  }

  patch(change: MetaChange): void {
    this.broadcaster.tell(patch(this.store, change, this.deps.ports.now()));
  }

  /** Goes on from another branch. Returns why it may not, if so. */
  switchHead(message_id: MessageId): Failure | undefined {
    const switched = switchHead(this.store, message_id, this.deps.ports.now());
    if ("error" in switched) return switched;
    this.runner.forgetHistory();
    this.broadcaster.tell(switched);
    return undefined;
  }

  /** Takes a message back. Returns why it has to stay, if so. */
  deleteMessage(message_id: MessageId): Failure | undefined {
    const deleted = deleteMessage(this.store, message_id, this.deps.ports.now());
    if ("error" in deleted) return deleted;
    this.runner.forgetHistory();
    this.broadcaster.tell(deleted);
    this.broadcaster.leaveWork();
    this.eraser.touch();
    this.rearm();
    return undefined;
  }

  /** Somebody comes into the visit to those who are there. */
  comeIn(who: Arriving): Welcome {
    const { is, told } = comeIn(this.store, who, this.deps.ports.now());
    if (told.length > 0) this.companyChanged(told);
    return is;
  }

  /** They go out of the room; the last one ends the visit. */
  leave(who: Principal): void {
    this.companyChanged(goOut(this.store, who, this.deps.ports.now()));
  }

  /** Somebody is being erased everywhere. Resolves when nobody's list shows them here. */
  async forget(person: string): Promise<void> {
    forgetInVisit(this.store, person, this.deps.ports.now());
    await this.unshare(person);
  }

  /** A new life of the object: goes on with what the last one left, and sees to the next reason to wake. */
  start(): void {
    const { store, ports } = this.deps;
    bookLostSideCalls({ store, ports, leaveWork: this.broadcaster.leaveWork });
    this.intake.waitingRoom.kick();
    this.intake.work();
    this.live.start();
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
    await Promise.all([this.wakers.stop(), this.compactor.stop(), this.titler.stop()]);
    // What was spent is booked, and nothing of the conversation is written to the index when it is gone from there.
    await this.afterWork.stop();
    if (this.live.current) this.deps.ports.monitor(this.store.meta, null);
  }

  /** Turns one after the other; what the last of them leaves is seen to. */
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

  private async writer() {
    const { meta } = this.store;
    const turn = { agent: null, model: null, source: { channel: meta.channel, sender: meta.owner } };
    return this.deps.ports.casting.cast({ turn, meta, recent: () => [] }, new AbortController().signal);
  }

  private async membersChanged(told: readonly NightjarEvent[]): Promise<void> {
    this.broadcaster.tell(told);
    this.broadcaster.leaveWork();
    await this.afterWork.flush();
    this.rearm();
  }

  private companyChanged(told: readonly NightjarEvent[]): void {
    this.broadcaster.tell(told);
    this.broadcaster.leaveWork();
    this.rearm();
  }

  private settle(): void {
    this.compactor.consider();
    this.titler.consider();
    this.broadcaster.leaveWork();
    // The last words of a visit wait for nothing.
    if (this.store.visits.current) this.rearm();
  }

  private indexSoon(): void {
    this.broadcaster.leaveWork();
    this.rearm();
  }

  private wakeAtFor(waker: string): (at: number) => void {
    return (at) => this.deps.alarms.ensure(at, waker);
  }
}
