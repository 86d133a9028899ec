/** An awake conversation: one life of the object, from its start to its deletion or the next sleep. */

import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import type { TurnId } from "../../src/domain/ids.ts";
import type { Inbound } from "../../src/domain/inbound.ts";
import { loadWords } from "../../src/domain/text/translated/in-language.ts";
import type { Changes } from "./changes.ts";
import { type AwakeDeps, buildComponents, type Components } from "./components.ts";
import type { BranchCompaction } from "./context/branch-compaction.ts";
import type { Compactor } from "./context/compactor.ts";
import type { FollowUps } from "./context/follow-ups.ts";
import { bookLostSideCalls } from "./ledger/side-calls.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { LiveState } from "./readers/live-state.ts";
import { type TurnEnd, turnEnd } from "./readers/turn-end-waiter.ts";
import type { Replayer } from "./replay/replayer.ts";
import type { Store } from "./rows/store.ts";

export class AwakeConversation {
  readonly store: Store;
  readonly live: LiveState;
  readonly outbox: Outbox;
  readonly compactor: Compactor;
  readonly compaction: BranchCompaction;
  readonly followUps: FollowUps;
  readonly replayer: Replayer;
  /** People's changes to the conversation, other than messages. */
  readonly changes: Changes;
  private readonly deps: AwakeDeps;
  private readonly components: Components;

  constructor(deps: AwakeDeps) {
    this.deps = deps;
    this.store = deps.store;
    this.components = buildComponents(deps);
    const { live, outbox, compactor, compaction, followUps, replayer, changes } = this.components;
    this.live = live;
    this.outbox = outbox;
    this.compactor = compactor;
    this.compaction = compaction;
    this.followUps = followUps;
    this.replayer = replayer;
    this.changes = changes;
  }

  receive(inbound: Inbound): Receipt {
    return this.components.intake.receive(inbound);
  }

  /** Resolves when the turn has ended or waits for a person. */
  endOf(turn_id: TurnId): Promise<TurnEnd> {
    return turnEnd(this.deps, turn_id);
  }

  /** Starts a new life of the object: resumes what the last one left, and sets the alarm. */
  start(): void {
    const { store, ports } = this.deps;
    const { intake, broadcaster } = this.components;
    for (const { source } of store.turns.open()) void loadWords(source.language);
    bookLostSideCalls({ store, ports: ports.ledger, leaveWork: broadcaster.leaveWork });
    intake.waitingRoom.kick();
    intake.work();
    this.live.start();
    this.rearm();
  }

  /** Somebody has opened it in the app: a title that waited for that is made now. */
  watched(): void {
    const { drain, titler } = this.components;
    if (!drain.hasWork) titler.consider();
  }

  /** The object's alarm. Never rejects. */
  wake(): Promise<void> {
    return this.components.wakers.wake(this.deps.ports.wakers.now());
  }

  /** Sets the alarm for the next due work. */
  rearm(): void {
    this.components.wakers.rearm();
  }

  /** Writes out all after-work and the trail now. */
  async flush(): Promise<void> {
    const { afterWork, trail } = this.components;
    const work = afterWork.flush();
    await Promise.all([work, trail.flush(work)]);
  }

  /** Stops for deletion: resolves when nothing runs any more. Nobody is told of stopped work. */
  async stop(): Promise<void> {
    const { wakers, compactor, titler, afterWork } = this.components;
    await Promise.all([wakers.stop(), compactor.stop(), titler.stop(), this.followUps.stop()]);
    // Costs are still booked; nothing is written to the index once the conversation is gone from it.
    await afterWork.stop();
    if (this.live.current) this.deps.ports.readers.monitor(this.store.meta, null);
  }
}
