/** People's changes to a conversation, other than messages: its members, branch, messages and reminders. */
import type { DeliveryFailure } from "../../src/channels/channel.ts";
import type { ScheduledMessage } from "../../src/domain/conversation/scheduled-message.ts";
import type { Failure } from "../../src/domain/errors.ts";
import type { NightjarEvent } from "../../src/domain/events.ts";
import type { ConversationId, MessageId } from "../../src/domain/ids.ts";
import type { Principal } from "../../src/domain/principal.ts";
import type { Broadcaster } from "./broadcaster.ts";
import { type HandedTask, handOn, reopenChild } from "./children/job.ts";
import { deleteMessage } from "./deletion/delete-message.ts";
import type { Eraser } from "./deletion/eraser.ts";
import { patch } from "./inbox/patch.ts";
import { cancelReminder, changeReminder, type ReminderChange, scheduleAgain } from "./inbox/reminders.ts";
import { type Share, share, unshare } from "./inbox/share.ts";
import { switchHead } from "./inbox/switch-head.ts";
import {
  forgetInVisit,
  type JoinStatus,
  joinVisit,
  leaveVisit,
  type VisitJoiner,
} from "./inbox/visit-membership.ts";
import type { AfterWorkFlusher } from "./ledger/after-work.ts";
import type { Outbox } from "./outbox/outbox.ts";
import type { MetaChange } from "./rows/meta.ts";
import type { Delivery } from "./rows/outgoing/deliveries.ts";
import type { Reminder } from "./rows/reminders.ts";
import type { Store } from "./rows/store.ts";

interface ChangesDeps {
  store: Store;
  outbox: Outbox;
  broadcaster: Broadcaster;
  afterWork: AfterWorkFlusher;
  eraser: Eraser;
  now(): number;
  /** Drops the cached history for the next turn, because the branch has changed. */
  forgetHistory(): void;
  rearm(): void;
}

export class Changes {
  private readonly deps: ChangesDeps;

  constructor(deps: ChangesDeps) {
    this.deps = deps;
  }

  /**
   * Adds a member or changes their rights. Returns the refusal, if any; resolves once their list shows the
   * conversation.
   */
  async share(request: Share): Promise<Failure | undefined> {
    const { store, now } = this.deps;
    const shared = share(store, request, now());
    if ("error" in shared) return shared;
    await this.membersChanged(shared);
    return undefined;
  }

  /** Resolves when their list no longer shows the conversation. */
  async unshare(person: string): Promise<void> {
    const { store, now } = this.deps;
    await this.membersChanged(unshare(store, person, now()));
  }

  /** Undefined when there is none with that id. */
  changeReminder(id: string, change: ReminderChange): Reminder | undefined {
    const { store, now } = this.deps;
    const changed = changeReminder(store, id, { change, now: now() });
    if (changed) this.indexSoon();
    return changed;
  }

  /** Returns false when there is none with that id. */
  cancelReminder(id: string): boolean {
    const { store, now } = this.deps;
    const isCancelled = cancelReminder(store, id, now());
    if (isCancelled) this.indexSoon();
    return isCancelled;
  }

  /** Returns false when its time has passed. */
  scheduleAgain(message: ScheduledMessage): boolean {
    const { store, now } = this.deps;
    const isAdded = scheduleAgain(store, message, now());
    if (isAdded) this.indexSoon();
    return isAdded;
  }

  /** Retries a failed delivery. Returns its new state, or why it cannot be retried. */
  retryDelivery(id: string): Delivery | Failure {
    const again = this.deps.outbox.retry(id);
    if (!("error" in again)) this.indexSoon();
    return again;
  }

  /** Whether the report concerned a delivery that counted as sent. */
  undelivered(failure: DeliveryFailure): boolean {
    const isNews = this.deps.outbox.undelivered(failure);
    if (isNews) this.indexSoon();
    return isNews;
  }

  /** The input with which a job begins that child. Undefined if it has ended, or there is none. */
  handOn(child: ConversationId): HandedTask | undefined {
    const { store, now, rearm } = this.deps;
    const task = handOn(store, child, now());
    rearm();
    return task;
  }

  /** A child that has ended waits for its job again. */
  reopenChild(child: ConversationId): void {
    const { store, broadcaster, now, rearm } = this.deps;
    const at = now();
    const events = store.commit(at, () =>
      reopenChild(store, child, at).map((event) => store.log.append(event, null, at)),
    );
    broadcaster.tell(events);
    rearm();
  }

  patch(change: MetaChange): void {
    const { store, broadcaster, now } = this.deps;
    broadcaster.tell(patch(store, change, now()));
  }

  /** Continues from another branch. Returns the refusal, if any. */
  switchHead(message_id: MessageId): Failure | undefined {
    const { store, broadcaster, forgetHistory, now } = this.deps;
    const switched = switchHead(store, message_id, now());
    if ("error" in switched) return switched;
    forgetHistory();
    broadcaster.tell(switched);
    return undefined;
  }

  /** Deletes a message. Returns why it has to stay, if so. */
  deleteMessage(message_id: MessageId): Failure | undefined {
    const { store, broadcaster, eraser, forgetHistory, now } = this.deps;
    const deleted = deleteMessage(store, message_id, now());
    if ("error" in deleted) return deleted;
    forgetHistory();
    broadcaster.tell(deleted);
    eraser.touch();
    this.indexSoon();
    return undefined;
  }

  /** Adds somebody to the visit. */
  comeIn(who: VisitJoiner): JoinStatus {
    const { store, now } = this.deps;
    const { is, events } = joinVisit(store, who, now());
    if (events.length > 0) this.visitChanged(events);
    return is;
  }

  /** Removes somebody from the visit; the last one ends it. */
  leave(who: Principal): void {
    const { store, now } = this.deps;
    this.visitChanged(leaveVisit(store, who, now()));
  }

  /** Removes a person who is being erased everywhere. Resolves when nobody's list shows them here. */
  async forget(person: string): Promise<void> {
    const { store, now } = this.deps;
    forgetInVisit(store, person, now());
    await this.unshare(person);
  }

  private visitChanged(events: readonly NightjarEvent[]): void {
    this.deps.broadcaster.tell(events);
    this.indexSoon();
  }

  private async membersChanged(events: readonly NightjarEvent[]): Promise<void> {
    const { broadcaster, afterWork, rearm } = this.deps;
    broadcaster.tell(events);
    broadcaster.leaveWork();
    await afterWork.flush();
    rearm();
  }

  private indexSoon(): void {
    this.deps.broadcaster.leaveWork();
    this.deps.rearm();
  }
}
