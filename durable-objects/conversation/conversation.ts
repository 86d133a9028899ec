/** The thin object: identity, storage, alarm and sockets. The parts beside it make every decision. */
import type { DeliveryFailure } from "../../src/channels/channel.ts";
import type { Receipt } from "../../src/domain/conversation/receipt.ts";
import type { ScheduledMessage } from "../../src/domain/conversation/scheduled-message.ts";
import { failure, type Result } from "../../src/domain/errors.ts";
import type { ConversationId, MessageId, TurnId } from "../../src/domain/ids.ts";
import type { Inbound } from "../../src/domain/inbound.ts";
import type { Message } from "../../src/domain/message.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { neededFor } from "../../src/domain/who-may.ts";
import { fork, type PastTimes } from "./birth/fork.ts";
import { after, noSuchMessage, pageFromElsewhere, pagesOf, withTexts } from "./birth/fork-pages.ts";
import type { HandedTask } from "./children/job.ts";
import { compactionResult } from "./context/branch-compaction.ts";
import { NOTHING_TO_UNDO, TURN_RUNS } from "./context/compaction-notices.ts";
import type { ReminderChange } from "./inbox/reminders.ts";
import type { ShownProgress } from "./outbox/preview/progress.ts";
import type { ConversationPorts } from "./ports.ts";
import type { ConverseResult } from "./readers/turn-end-waiter.ts";
import { foundOr, NO_REMINDER, TEMPORARY, TOO_LATE } from "./results.ts";
import type { MetaChange, MetaInit } from "./rows/meta.ts";
import type { Reminder } from "./rows/reminders.ts";
import type { Compaction } from "./rows/turns/compactions.ts";
import { SharedConversation } from "./shared.ts";
import { type DeliveryView, deliveryView } from "./views/delivery-views.ts";
import type { StateView } from "./views/state.ts";

export class Conversation extends SharedConversation {
  /** Creates the conversation if it is new. Idempotent. */
  async open(init: MetaInit): Promise<Result<StateView>> {
    const { refusal } = this.lifecycle;
    if (refusal) return { ok: false, failure: refusal };
    const awake = await this.lifecycle.open(init);
    return { ok: true, value: this.viewOf(awake, { owner: init.owner, role: "member", name: "" }) };
  }

  /** Takes in an input that the front door has admitted. */
  async receive(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Result<Receipt>> {
    if (init) await this.open(init);
    return this.use(principal, neededFor(inbound), (awake) => awake.receive(inbound));
  }

  /** Writes what waits for the index and the trail. */
  async settle(): Promise<void> {
    await this.lifecycle.settle();
  }

  /** Builds the conversation from the index and the trail that a backup has brought. Idempotent. */
  async restore(): Promise<void> {
    await this.lifecycle.restore();
  }

  /** Accepts an input and waits for the end of its turn, or for the question that the turn asks. */
  async converse(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Result<ConverseResult>> {
    const accepted = await this.receive(principal, inbound, init);
    if (!accepted.ok) return accepted;
    const receipt = accepted.value;
    const { awake } = this.lifecycle;
    if (!awake || receipt.status === "refused" || !receipt.turn_id)
      return { ok: true, value: { receipt, end: null } };
    const end = await awake.endOf(receipt.turn_id as TurnId);
    return { ok: true, value: { receipt, end } };
  }

  /** Starts this conversation with a copy of another one's branch up to a message. This one must be new. */
  async fork(
    principal: Principal,
    init: MetaInit,
    from: { conversation_id: ConversationId; message_id: string },
  ): Promise<Result<StateView>> {
    const pages = pagesOf(this.ports.birth.branchSource(from.conversation_id), principal, from.message_id);
    const first = await pages.next();
    if (first.done) return { ok: false, failure: first.value ?? noSuchMessage(from.message_id) };
    const { ids, now, sources } = this.ports.birth;
    const input = { sql: this.lifecycle.sql, ids, now: now(), init };
    const kept = withTexts(after(first.value, pages), init, sources);
    const awake = this.lifecycle.begin(await fork({ ...input, pages: kept }));
    awake.rearm();
    return { ok: true, value: this.viewOf(awake, principal) };
  }

  /**
   * Imports a conversation that took place elsewhere. `messages` are newest first, and untrusted. Idempotent.
   */
  async bringIn(init: MetaInit, messages: Message[], times?: PastTimes): Promise<Result<true>> {
    if (this.lifecycle.awake) return { ok: true, value: true };
    const { ids, now } = this.ports.birth;
    const input = { sql: this.lifecycle.sql, ids, now: now(), init, times };
    this.lifecycle.begin(await fork({ ...input, pages: pageFromElsewhere(messages) })).rearm();
    return { ok: true, value: true };
  }

  /** Resolves when the summary stands, or when it is clear why there is none. */
  async compact(principal: Principal): Promise<Result<Compaction>> {
    const outcome = await this.use(principal, "manage", ({ compaction, store }) =>
      store.turns.hasNext ? ({ status: "nothing", reason: TURN_RUNS } as const) : compaction.compact(),
    );
    return outcome.ok ? compactionResult(await outcome.value) : outcome;
  }

  /** Suggestions for the person's next message; empty while an answer is written, or when there are none. */
  async followUps(principal: Principal): Promise<Result<string[]>> {
    const wanted = await this.use(principal, "say", ({ followUps }) => followUps.newest());
    return wanted.ok ? { ok: true, value: await wanted.value } : wanted;
  }

  async undoCompact(principal: Principal): Promise<Result<Compaction>> {
    const undone = await this.use(principal, "manage", (awake) => awake.compaction.undo());
    if (!undone.ok) return undone;
    return foundOr({ ok: true, value: await undone.value }, failure("conflict", NOTHING_TO_UNDO));
  }

  async retryDelivery(principal: Principal, id: string): Promise<Result<DeliveryView>> {
    const retried = await this.use(principal, "manage", (awake) => awake.changes.retryDelivery(id));
    if (!retried.ok) return retried;
    return "error" in retried.value
      ? { ok: false, failure: retried.value }
      : { ok: true, value: deliveryView(retried.value) };
  }

  /**
   * The platform reports that it did not deliver that message after all. Returns false when the message is
   * not ours or the failure is already known.
   */
  async undelivered(failure: DeliveryFailure): Promise<boolean> {
    const awake = await this.lifecycle.found();
    return awake?.changes.undelivered(failure) ?? false;
  }

  /** The input with which a job begins that child; null if it has ended, or there is none. Its time begins now. */
  async handOn(principal: Principal, child: ConversationId): Promise<Result<HandedTask | null>> {
    return this.use(principal, "manage", (awake) => awake.changes.handOn(child) ?? null);
  }

  /** A child that has ended waits for its job again. Idempotent. */
  async reopenChild(principal: Principal, child: ConversationId): Promise<Result<true>> {
    return this.use(principal, "manage", (awake) => {
      awake.changes.reopenChild(child);
      return true as const;
    });
  }

  async changeReminder(principal: Principal, id: string, change: ReminderChange): Promise<Result<Reminder>> {
    const changed = await this.use(principal, "manage", (awake) => awake.changes.changeReminder(id, change));
    return foundOr(changed, NO_REMINDER);
  }

  async cancelReminder(principal: Principal, id: string): Promise<Result<true>> {
    const cancelled = await this.use(principal, "manage", (awake) => awake.changes.cancelReminder(id));
    return foundOr(cancelled, NO_REMINDER);
  }

  /** Restores a scheduled message that an agent has cancelled, unless its time has passed. Idempotent. */
  async scheduleAgain(principal: Principal, message: ScheduledMessage): Promise<Result<true>> {
    const added = await this.use(principal, "manage", (awake) => awake.changes.scheduleAgain(message));
    return foundOr(added, TOO_LATE);
  }

  /** Shows in a chat of it how far work beside its turns is. */
  async showProgress(principal: Principal, shown: ShownProgress): Promise<Result<true>> {
    const { showProgress } = await import("./outbox/preview/progress.ts");
    const showing = await this.use(principal, "say", ({ outbox }) => showProgress(outbox.growing, shown));
    if (showing.ok) await showing.value;
    return showing.ok ? { ok: true, value: true } : showing;
  }

  async patch(principal: Principal, change: MetaChange): Promise<Result<StateView>> {
    const patched = await this.use(principal, "manage", (awake) => {
      const isKept = change.title !== undefined || change.archived !== undefined;
      if (isKept && awake.store.meta.temporary) return TEMPORARY;
      awake.changes.patch(change);
      return this.viewOf(awake, principal);
    });
    if (!patched.ok) return patched;
    return "error" in patched.value
      ? { ok: false, failure: patched.value }
      : { ok: true, value: patched.value };
  }

  async switchHead(principal: Principal, message_id: string): Promise<Result<StateView>> {
    const switched = await this.use(principal, "manage", (awake) =>
      awake.changes.switchHead(message_id as MessageId),
    );
    if (!switched.ok) return switched;
    return switched.value ? { ok: false, failure: switched.value } : this.state(principal);
  }

  /** The message leaves the tree at once; trail and memory follow. */
  async deleteMessage(principal: Principal, message_id: string): Promise<Result<StateView>> {
    const deleted = await this.use(principal, "manage", (awake) =>
      awake.changes.deleteMessage(message_id as MessageId),
    );
    if (!deleted.ok) return deleted;
    return deleted.value ? { ok: false, failure: deleted.value } : this.state(principal);
  }

  /** Deletes everything and sends readers away. */
  async erase(principal: Principal): Promise<Result<true>> {
    return this.lifecycle.erase(principal);
  }

  override async fetch(request: Request): Promise<Response> {
    return this.sockets.open(request);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    await this.sockets.receive(socket, data);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await this.sockets.closed(socket, code);
  }

  override async webSocketError(): Promise<void> {
    this.sockets.broke();
  }

  override async alarm(): Promise<void> {
    this.alarms.fired();
    await this.lifecycle.wake();
  }
}

/** The Durable Object class, with the ports that `portsOf` builds from the Worker's bindings. */
export function conversationObject<E>(portsOf: (env: E) => ConversationPorts) {
  return class extends Conversation {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
