/** The thin object: identity, storage, alarm and sockets. Every decision is made by the parts beside it. */
import { DurableObject } from "cloudflare:workers";
import { failure, type Result } from "../../src/domain/errors.ts";
import type { ConversationId, MessageId, TurnId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt, Source } from "../../src/domain/inbound.ts";
import type { MemberRight, Principal, Right } from "../../src/domain/principal.ts";
import { neededFor } from "../../src/domain/who-may.ts";
import { Alarms } from "./alarms.ts";
import type { AwakeConversation } from "./awake.ts";
import { type BranchPage, branchPage } from "./birth/branch-page.ts";
import { fork } from "./birth/fork.ts";
import { after, noSuchMessage, pagesOf } from "./birth/fork-pages.ts";
import { NOTHING_TO_UNDO } from "./context/compaction-notices.ts";
import { compactionResult } from "./context/compaction-result.ts";
import { isTaken } from "./inbox/receive.ts";
import type { ReminderChange } from "./inbox/reminders.ts";
import type { Share } from "./inbox/share.ts";
import { Lifecycle } from "./lifecycle.ts";
import type { ConversationPorts } from "./ports.ts";
import { inherit } from "./readers/inherited.ts";
import { Subscribers } from "./readers/subscribers.ts";
import { type Conversed, turnEnd } from "./readers/turn-end-waiter.ts";
import { NO_REMINDER, NO_TURN, TRAIL_NOT_READ } from "./results.ts";
import type { Member } from "./rows/members.ts";
import type { MetaChange, MetaInit } from "./rows/meta.ts";
import type { DeliveryQuery } from "./rows/outgoing/deliveries.ts";
import { Mirrors } from "./rows/outgoing/mirrors.ts";
import type { Reminder } from "./rows/reminders.ts";
import type { Compaction } from "./rows/turns/compactions.ts";
import { Sockets } from "./sockets.ts";
import { type ChildrenView, childrenView } from "./views/children.ts";
import { type DeliveryPage, type DeliveryView, deliveryPage, deliveryView } from "./views/delivery-views.ts";
import { type HistoryPage, type HistoryQuery, historyPage } from "./views/history-page.ts";
import { holderOf } from "./views/holder.ts";
import { type MessagePage, messagePage } from "./views/message-page.ts";
import { type StateView, stateView } from "./views/state.ts";
import { type TurnPage, type TurnTraceView, turnPage, turnTrace } from "./views/turn-views.ts";

export class Conversation extends DurableObject<unknown> {
  private readonly ports: ConversationPorts;
  private readonly alarms: Alarms;
  private readonly subscribers: Subscribers;
  private readonly lifecycle: Lifecycle;
  private readonly sockets: Sockets;

  constructor(ctx: DurableObjectState, env: unknown, ports: ConversationPorts) {
    super(ctx, env);
    this.ports = ports;
    this.subscribers = new Subscribers(() => ctx.getWebSockets());
    this.alarms = new Alarms({
      get: () => ctx.storage.getAlarm(),
      set: (at) => void ctx.storage.setAlarm(at),
    });
    const { alarms, subscribers } = this;
    this.lifecycle = new Lifecycle({ ctx, ports, alarms, subscribers });
    this.sockets = new Sockets({ ctx, ports, lifecycle: this.lifecycle, subscribers });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
    void ctx.blockConcurrencyWhile(async () => {
      if (!this.lifecycle.isNew) await this.alarms.load();
      this.lifecycle.load();
    });
  }

  /** Creates the conversation if it is new; the same call again changes nothing. */
  async open(init: MetaInit): Promise<Result<StateView>> {
    const awake = await this.lifecycle.open(init);
    return { ok: true, value: this.viewOf(awake, { owner: init.owner, role: "member", name: "" }) };
  }

  /** What the front door has let in. */
  async receive(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Result<Receipt>> {
    if (init) await this.open(init);
    return this.use(principal, neededFor(inbound), (awake) => awake.receive(inbound));
  }

  /** Accepts and waits for the turn's end, or for the question it asks. */
  async converse(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Result<Conversed>> {
    const accepted = await this.receive(principal, inbound, init);
    if (!accepted.ok) return accepted;
    const receipt = accepted.value;
    const { awake } = this.lifecycle;
    if (!awake || receipt.status === "refused" || !receipt.turn_id)
      return { ok: true, value: { receipt, end: null } };
    const end = await turnEnd(awake.store, this.subscribers, receipt.turn_id as TurnId);
    return { ok: true, value: { receipt, end } };
  }

  async state(principal: Principal): Promise<Result<StateView>> {
    return this.use(principal, "read", (awake) => this.viewOf(awake, principal));
  }

  async messages(
    principal: Principal,
    page: { before: string | null; limit: number },
  ): Promise<Result<MessagePage>> {
    return this.use(principal, "read", (awake) =>
      messagePage(awake.store, page.before as MessageId | null, page.limit),
    );
  }

  async history(principal: Principal, query: HistoryQuery): Promise<Result<HistoryPage>> {
    const page = await this.use(principal, "read", (awake) =>
      historyPage(awake.store, query, this.ports.trail).catch((problem: unknown) => {
        this.ports.log.warn("trail_not_read", { problem: String(problem) });
        return null;
      }),
    );
    if (!page.ok) return page;
    const value = await page.value;
    return value ? { ok: true, value } : { ok: false, failure: TRAIL_NOT_READ };
  }

  /** A part of a branch, for a fork. */
  async branchPage(principal: Principal, from: string): Promise<Result<BranchPage>> {
    return this.use(principal, "read", (awake) => branchPage(awake.store, from as MessageId));
  }

  /** Begins with the branch of another conversation up to a message. This one must be new. */
  async fork(
    principal: Principal,
    init: MetaInit,
    from: { conversation_id: ConversationId; message_id: string },
  ): Promise<Result<StateView>> {
    const pages = pagesOf(this.ports.branchSource(from.conversation_id), principal, from.message_id);
    const first = await pages.next();
    if (first.done) return { ok: false, failure: first.value ?? noSuchMessage(from.message_id) };
    const { ids, now } = this.ports;
    const input = { sql: this.lifecycle.sql, ids, now: now(), init };
    const awake = this.lifecycle.begin(await fork({ ...input, pages: after(first.value, pages) }));
    awake.rearm();
    return { ok: true, value: this.viewOf(awake, principal) };
  }

  /** Resolves when the summary stands, or it is clear why there is none. */
  async compact(principal: Principal): Promise<Result<Compaction>> {
    const outcome = await this.use(principal, "manage", (awake) => awake.compaction.compact());
    return outcome.ok ? compactionResult(await outcome.value) : outcome;
  }

  async undoCompact(principal: Principal): Promise<Result<Compaction>> {
    const undone = await this.use(principal, "manage", (awake) => awake.compaction.undo());
    if (!undone.ok) return undone;
    const value = await undone.value;
    return value ? { ok: true, value } : { ok: false, failure: failure("conflict", NOTHING_TO_UNDO) };
  }

  async turns(
    principal: Principal,
    page: { before: string | null; limit: number },
  ): Promise<Result<TurnPage>> {
    return this.use(principal, "read", (awake) => turnPage(lookOf(awake), page.before, page.limit));
  }

  async turn(principal: Principal, id: string): Promise<Result<TurnTraceView>> {
    const found = await this.use(principal, "read", (awake) =>
      turnTrace(lookOf(awake), awake.outbox.deliveries, id),
    );
    if (!found.ok) return found;
    return found.value ? { ok: true, value: found.value } : { ok: false, failure: NO_TURN };
  }

  async deliveries(principal: Principal, query: DeliveryQuery): Promise<Result<DeliveryPage>> {
    return this.use(principal, "read", ({ outbox }) =>
      deliveryPage(outbox.deliveries.list({ ...query, limit: query.limit + 1 }), query.limit),
    );
  }

  async retryDelivery(principal: Principal, id: string): Promise<Result<DeliveryView>> {
    const retried = await this.use(principal, "manage", (awake) => awake.retryDelivery(id));
    if (!retried.ok) return retried;
    return "error" in retried.value
      ? { ok: false, failure: retried.value }
      : { ok: true, value: deliveryView(retried.value) };
  }

  /** Messages that wait for their time, the next one first. */
  async reminders(principal: Principal): Promise<Result<Reminder[]>> {
    return this.use(principal, "read", ({ store }) => store.reminders.list());
  }

  async changeReminder(principal: Principal, id: string, change: ReminderChange): Promise<Result<Reminder>> {
    const changed = await this.use(principal, "manage", (awake) => awake.changeReminder(id, change));
    if (!changed.ok) return changed;
    return changed.value ? { ok: true, value: changed.value } : { ok: false, failure: NO_REMINDER };
  }

  async cancelReminder(principal: Principal, id: string): Promise<Result<true>> {
    const cancelled = await this.use(principal, "manage", (awake) => awake.cancelReminder(id));
    if (!cancelled.ok) return cancelled;
    return cancelled.value ? { ok: true, value: true } : { ok: false, failure: NO_REMINDER };
  }

  /** What it has set going. */
  async children(principal: Principal): Promise<Result<ChildrenView>> {
    return this.use(principal, "read", ({ store, live }) => childrenView(store, live.current));
  }

  /** Whose a file is that stands in it; null: none of that id does. */
  async holder(principal: Principal, file_id: string): Promise<Result<string | null>> {
    return this.use(principal, "read", ({ store }) => holderOf(store, file_id) ?? null);
  }

  /** The owner's name is not known here. */
  async members(principal: Principal): Promise<Result<{ owner: string; members: Member[] }>> {
    return this.use(principal, "read", ({ store }) => ({
      owner: store.meta.owner,
      members: store.members.list(),
    }));
  }

  /** What somebody who does not own it may do here, as its children ask. */
  async memberRights(person: string): Promise<readonly MemberRight[]> {
    const awake = await this.lifecycle.found();
    if (!awake) return [];
    const { store } = awake;
    await inherit(store, { owner: person, role: "member", name: "" }, this.ports);
    return store.members.rights.get(person) ?? [];
  }

  /** Whether an input of that key is in already. */
  async hasTaken(key: string): Promise<boolean> {
    const awake = await this.lifecycle.found();
    return awake !== undefined && isTaken(awake.store, key);
  }

  async share(principal: Principal, wish: Share): Promise<Result<true>> {
    const shared = await this.use(principal, "manage", async (awake) => {
      const refusal = awake.share(wish);
      await this.sockets.audience.settle();
      return refusal;
    });
    if (!shared.ok) return shared;
    const refusal = await shared.value;
    return refusal ? { ok: false, failure: refusal } : { ok: true, value: true };
  }

  /** Everybody may go by themselves. What they have open here is closed at once. */
  async unshare(principal: Principal, person: string): Promise<Result<true>> {
    const right = principal.owner === person ? "read" : "manage";
    const removed = await this.use(principal, right, async (awake) => {
      const told = awake.unshare(person);
      await this.sockets.audience.settle();
      return told;
    });
    if (!removed.ok) return removed;
    await removed.value;
    return { ok: true, value: true };
  }

  /** Whether what is said elsewhere is shown in that chat. */
  async mirror(principal: Principal, place: Source, isShown: boolean): Promise<Result<true>> {
    return this.use(principal, "manage", ({ store }) => {
      const mirrors = new Mirrors(store.sql);
      store.sql.transaction(() => (isShown ? mirrors.put(place) : mirrors.remove(place)));
      return true as const;
    });
  }

  async patch(principal: Principal, change: MetaChange): Promise<Result<StateView>> {
    return this.use(principal, "manage", (awake) => {
      awake.patch(change);
      return this.viewOf(awake, principal);
    });
  }

  async switchHead(principal: Principal, message_id: string): Promise<Result<StateView>> {
    const switched = await this.use(principal, "manage", (awake) =>
      awake.switchHead(message_id as MessageId),
    );
    if (!switched.ok) return switched;
    return switched.value ? { ok: false, failure: switched.value } : this.state(principal);
  }

  /** The message is out of the tree at once; the trail and memory follow. */
  async deleteMessage(principal: Principal, message_id: string): Promise<Result<StateView>> {
    const deleted = await this.use(principal, "manage", (awake) =>
      awake.deleteMessage(message_id as MessageId),
    );
    if (!deleted.ok) return deleted;
    return deleted.value ? { ok: false, failure: deleted.value } : this.state(principal);
  }

  /** Everything is gone; readers are sent away. */
  async erase(principal: Principal): Promise<Result<true>> {
    return this.lifecycle.erase(principal);
  }

  /** What they may do here, or whether they may be here at all, has changed. Whether anything of theirs is still open. */
  async recheck(person: string): Promise<boolean> {
    return this.sockets.audience.recheck(person);
  }

  override async fetch(request: Request): Promise<Response> {
    return this.sockets.open(request);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    await this.sockets.heard(socket, data);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    await this.sockets.closed(socket, code);
  }

  override async alarm(): Promise<void> {
    this.alarms.fired();
    await this.lifecycle.wake();
  }

  private viewOf({ store, live }: AwakeConversation, reader: Principal): StateView {
    return stateView(store, { live: live.current, alarm: this.alarms.pending, reader });
  }

  private use<T>(
    principal: Principal,
    right: Right,
    body: (awake: AwakeConversation) => T,
  ): Promise<Result<T>> {
    return this.lifecycle.use(principal, right, body);
  }
}

const lookOf = ({ store, live }: AwakeConversation) => ({ store, running: live.current?.turn_id ?? null });

/** The class of these objects, with what `portsOf` makes of the Worker's bindings. */
export function conversationObject<E>(portsOf: (env: E) => ConversationPorts) {
  return class extends Conversation {
    constructor(ctx: DurableObjectState, env: E) {
      super(ctx, env, portsOf(env));
    }
  };
}
