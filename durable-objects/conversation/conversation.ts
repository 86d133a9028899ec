/** The thin object: identity, storage, alarm and sockets. Every decision is made by the parts beside it. */
import { DurableObject } from "cloudflare:workers";
import { parseClientFrame } from "../../src/channels/web/client-frame.ts";
import type { ServerFrame } from "../../src/channels/web/wire.ts";
import { failure } from "../../src/domain/errors.ts";
import { type ConversationId, type MessageId, parseId, type TurnId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Env } from "../../src/env.ts";
import { conversationServices } from "../../src/wiring.ts";
import { conversationStub } from "../stubs.ts";
import { Alarms } from "./alarms.ts";
import { type Answer, NO_TURN, NOT_ERASED, NOT_FOUND, NOT_REBUILT, TRAIL_NOT_READ } from "./answers.ts";
import { type BranchPage, branchPage } from "./branches.ts";
import { inboundOfFrame } from "./client-inbound.ts";
import type { Compaction } from "./compaction.ts";
import { NOTHING_TO_UNDO } from "./compaction-notices.ts";
import { type DeliveryPage, type DeliveryView, deliveryPage, deliveryView } from "./delivery-views.ts";
import { describeFiles, namesFiles } from "./described-files.ts";
import { followStream } from "./follow-stream.ts";
import { fork } from "./fork.ts";
import { after, compactionAnswer, noSuchMessage, pagesOf } from "./fork-pages.ts";
import { type HistoryPage, type HistoryQuery, historyPage } from "./history-page.ts";
import { HotConversation } from "./hot.ts";
import { damageOf } from "./integrity.ts";
import type { MetaChange, MetaInit } from "./meta.ts";
import { openSocket } from "./open-socket.ts";
import type { DeliveryQuery } from "./outbox-rows.ts";
import { mayUse, type Principal, principalOf } from "./principal.ts";
import { isFreshId, rebuildObject } from "./rebuild-object.ts";
import { frameOfReceipt } from "./receipt-frame.ts";
import type { Services } from "./services.ts";
import { sqlOf } from "./storage-sql.ts";
import { createStore, openStore, type Store } from "./store.ts";
import { Subscribers, sendQuietly } from "./subscribers.ts";
import { type TurnPage, type TurnTraceView, turnPage, turnTrace } from "./turn-views.ts";
import { type MessagePage, messagePage, type StateView, stateView } from "./views.ts";
import { type TurnEnd, turnEnd } from "./wait.ts";

export type { Answer } from "./answers.ts";

export class Conversation extends DurableObject<Env> {
  private readonly services: Services;
  private readonly alarms: Alarms;
  private readonly subscribers: Subscribers;
  private hot: HotConversation | undefined;
  /** What is wrong with the stored state, if so: it is rebuilt when somebody next asks for it. */
  private damage: string | undefined;
  private rebuilding: Promise<HotConversation | undefined> | undefined;
  private isErasing = false;

  constructor(ctx: DurableObjectState, env: Env, services: Services = conversationServices(env)) {
    super(ctx, env);
    this.services = services;
    this.subscribers = new Subscribers(() => ctx.getWebSockets());
    this.alarms = new Alarms({
      get: () => ctx.storage.getAlarm(),
      set: (at) => void ctx.storage.setAlarm(at),
    });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
    void ctx.blockConcurrencyWhile(async () => {
      await this.alarms.load();
      const sql = sqlOf(ctx.storage);
      this.damage = damageOf(sql);
      const store = this.damage === undefined ? openStore(sql, this.services.ids) : undefined;
      if (store) this.warm(store).start();
    });
  }

  /** Creates the conversation if it is new; the same call again changes nothing. */
  async open(init: MetaInit): Promise<Answer<StateView>> {
    const { ids, now } = this.services;
    // An id that was just made cannot have a past: its first message does not wait for a look at the trail.
    const known = isFreshId(init.conversation_id, now()) ? this.hot : await this.found();
    const hot = known ?? this.hot ?? this.warm(createStore(sqlOf(this.ctx.storage), init, ids, now()));
    return { ok: true, value: stateView(hot.store, hot.live.current) };
  }

  async receive(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Answer<Receipt>> {
    if (init) await this.open(init);
    if (namesFiles(inbound)) return this.receiveWithFiles(principal, inbound);
    return this.use(principal, (hot) => hot.receive(inbound));
  }

  private async receiveWithFiles(principal: Principal, inbound: Inbound): Promise<Answer<Receipt>> {
    const owner = await this.use(principal, (hot) => hot.store.meta.owner);
    if (!owner.ok) return owner;
    const described = await describeFiles(this.services, owner.value, inbound);
    if ("refused" in described) return { ok: true, value: described.refused };
    return this.use(principal, (hot) => hot.receive(described.inbound));
  }

  /** Accepts and waits for the turn's end, or for the question it asks. */
  async converse(
    principal: Principal,
    inbound: Inbound,
    init?: MetaInit,
  ): Promise<Answer<{ receipt: Receipt; end: TurnEnd | null }>> {
    const accepted = await this.receive(principal, inbound, init);
    if (!accepted.ok) return accepted;
    const receipt = accepted.value;
    const hot = this.hot;
    if (!hot || receipt.status === "refused" || !receipt.turn_id)
      return { ok: true, value: { receipt, end: null } };
    const end = await turnEnd(hot, this.subscribers, receipt.turn_id as TurnId);
    return { ok: true, value: { receipt, end } };
  }

  async state(principal: Principal): Promise<Answer<StateView>> {
    return this.use(principal, (hot) => stateView(hot.store, hot.live.current));
  }

  async messages(
    principal: Principal,
    page: { before: string | null; limit: number },
  ): Promise<Answer<MessagePage>> {
    return this.use(principal, (hot) => messagePage(hot.store, page.before as MessageId | null, page.limit));
  }

  async history(principal: Principal, query: HistoryQuery): Promise<Answer<HistoryPage>> {
    const page = await this.use(principal, (hot) =>
      historyPage(hot.store, query, this.services.trail).catch((problem: unknown) => {
        this.services.log.warn("trail_not_read", { problem: String(problem) });
        return null;
      }),
    );
    if (!page.ok) return page;
    const value = await page.value;
    return value ? { ok: true, value } : { ok: false, failure: TRAIL_NOT_READ };
  }

  /** A part of a branch, for a fork. */
  async branchPage(principal: Principal, from: string): Promise<Answer<BranchPage>> {
    return this.use(principal, (hot) => branchPage(hot.store, from as MessageId));
  }

  /** Begins with the branch of another conversation up to a message. This one must be new. */
  async fork(
    principal: Principal,
    init: MetaInit,
    from: { conversation_id: ConversationId; message_id: string },
  ): Promise<Answer<StateView>> {
    const pages = pagesOf(conversationStub(this.env, from.conversation_id), principal, from.message_id);
    const first = await pages.next();
    if (first.done) return { ok: false, failure: first.value ?? noSuchMessage(from.message_id) };
    const { ids, now } = this.services;
    const input = { sql: sqlOf(this.ctx.storage), ids, now: now(), init };
    const hot = this.warm(await fork({ ...input, pages: after(first.value, pages) }));
    hot.rearm();
    return { ok: true, value: stateView(hot.store, hot.live.current) };
  }

  /** Resolves when the summary stands, or it is clear why there is none. */
  async compact(principal: Principal): Promise<Answer<Compaction>> {
    const outcome = await this.use(principal, (hot) => hot.compact());
    return outcome.ok ? compactionAnswer(await outcome.value) : outcome;
  }

  async undoCompact(principal: Principal): Promise<Answer<Compaction>> {
    const undone = await this.use(principal, (hot) => hot.undoCompact());
    if (!undone.ok) return undone;
    const value = await undone.value;
    return value ? { ok: true, value } : { ok: false, failure: failure("conflict", NOTHING_TO_UNDO) };
  }

  async turns(
    principal: Principal,
    page: { before: string | null; limit: number },
  ): Promise<Answer<TurnPage>> {
    return this.use(principal, (hot) => turnPage(lookOf(hot), page.before, page.limit));
  }

  async turn(principal: Principal, id: string): Promise<Answer<TurnTraceView>> {
    const found = await this.use(principal, (hot) => turnTrace(lookOf(hot), hot.outbox.deliveries, id));
    if (!found.ok) return found;
    return found.value ? { ok: true, value: found.value } : { ok: false, failure: NO_TURN };
  }

  async deliveries(principal: Principal, query: DeliveryQuery): Promise<Answer<DeliveryPage>> {
    return this.use(principal, ({ outbox }) =>
      deliveryPage(outbox.deliveries.list({ ...query, limit: query.limit + 1 }), query.limit),
    );
  }

  async retryDelivery(principal: Principal, id: string): Promise<Answer<DeliveryView>> {
    const retried = await this.use(principal, ({ outbox }) => outbox.retry(id));
    if (!retried.ok) return retried;
    return "error" in retried.value
      ? { ok: false, failure: retried.value }
      : { ok: true, value: deliveryView(retried.value) };
  }

  async patch(principal: Principal, change: MetaChange): Promise<Answer<StateView>> {
    return this.use(principal, (hot) => {
      hot.patch(change);
      return stateView(hot.store, hot.live.current);
    });
  }

  async switchHead(principal: Principal, message_id: string): Promise<Answer<StateView>> {
    const switched = await this.use(principal, (hot) => hot.switchHead(message_id as MessageId));
    if (!switched.ok) return switched;
    return switched.value ? { ok: false, failure: switched.value } : this.state(principal);
  }

  /** Everything is gone; readers are sent away. */
  async erase(principal: Principal): Promise<Answer<true>> {
    const allowed = await this.use(principal, () => true as const);
    if (!allowed.ok || this.isErasing) return allowed;
    this.isErasing = true;
    try {
      await this.eraseAll();
      return allowed;
    } catch (problem) {
      this.services.log.error("conversation_not_erased", { problem: String(problem) });
      return { ok: false, failure: NOT_ERASED };
    } finally {
      this.isErasing = false;
    }
  }

  private async eraseAll(): Promise<void> {
    for (const socket of this.ctx.getWebSockets()) socket.close(1000, "The conversation was deleted.");
    const { hot } = this;
    this.hot = undefined;
    await hot?.stop();
    // First, so that whoever is told that it failed can try again.
    if (hot) await this.services.trail?.removeAll(hot.store.meta.conversation_id);
    await this.ctx.storage.deleteAll();
    this.alarms.fired();
  }

  override async fetch(request: Request): Promise<Response> {
    const principal = principalOf(request.headers);
    const hot = principal && (await this.found());
    if (!principal || !hot || !mayUse(principal, hot.store.meta.owner))
      return Response.json(NOT_FOUND, { status: 404 });
    const url = new URL(request.url);
    const cursor = Number(url.searchParams.get("cursor") ?? "0") || 0;
    if (url.pathname.endsWith("/socket")) return openSocket(this.ctx, hot.store.log, principal, cursor);
    const until = url.searchParams.get("until") as TurnId | null;
    return followStream(hot.store.log, this.subscribers, cursor, until);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const hot = this.hot ?? (await this.found());
    const principal = socket.deserializeAttachment() as Principal | null;
    if (!hot || !principal) return socket.close(1011, "The conversation is gone.");
    const parsed = parseClientFrame(typeof data === "string" ? data : new TextDecoder().decode(data));
    const answer = (frame: ServerFrame) => sendQuietly(socket, JSON.stringify(frame));
    if (!parsed.ok) return answer({ type: "refused", error: "malformed_request", reason: parsed.problem });
    if (parsed.frame.type === "ping") return answer({ type: "pong" });
    const inbound = inboundOfFrame(parsed.frame, principal, this.services.ids);
    const received = namesFiles(inbound)
      ? await this.receiveWithFiles(principal, inbound)
      : { ok: true as const, value: hot.receive(inbound) };
    if (!received.ok)
      return answer({ type: "refused", error: received.failure.error, reason: received.failure.reason });
    const reply = frameOfReceipt(parsed.frame, received.value);
    if (reply) answer(reply);
  }

  override async webSocketClose(socket: WebSocket, code: number): Promise<void> {
    socket.close(code === 1005 || code === 1006 ? 1000 : code);
  }

  override async alarm(): Promise<void> {
    this.alarms.fired();
    await this.hot?.wake();
  }

  private warm(store: Store): HotConversation {
    const { services, alarms, subscribers } = this;
    const later = (callback: () => void, ms: number) => {
      const timer = setTimeout(callback, ms);
      return () => clearTimeout(timer);
    };
    const persisted = () => this.ctx.storage.sync();
    this.hot = new HotConversation({ store, services, alarms, subscribers, later, persisted });
    return this.hot;
  }

  private async use<T>(principal: Principal, body: (hot: HotConversation) => T): Promise<Answer<T>> {
    try {
      const hot = this.hot ?? (await this.found());
      if (!hot && this.damage !== undefined) return { ok: false, failure: NOT_REBUILT };
      if (!hot || !mayUse(principal, hot.store.meta.owner)) return { ok: false, failure: NOT_FOUND };
      return { ok: true, value: body(hot) };
    } catch (problem) {
      if (this.hot) throw problem;
      this.services.log.error("conversation_not_rebuilt", { problem: String(problem) });
      return { ok: false, failure: NOT_REBUILT };
    }
  }

  /** The conversation, rebuilt from its trail if its own state is missing or damaged. */
  private async found(): Promise<HotConversation | undefined> {
    if (this.hot || this.isErasing) return this.hot;
    this.rebuilding ??= this.rebuild().finally(() => {
      this.rebuilding = undefined;
    });
    return this.rebuilding;
  }

  private async rebuild(): Promise<HotConversation | undefined> {
    const { ids, now, log, trail, indexed } = this.services;
    const id = parseId("cnv", this.ctx.id.name ?? "");
    if (!id || !trail || !indexed) return undefined;
    const { storage } = this.ctx;
    const clear = async () => {
      await storage.deleteAll();
      this.alarms.fired();
    };
    const deps = { id, sql: sqlOf(storage), ids, now: now(), source: trail, indexed, clear, log };
    const store = await rebuildObject(deps, this.damage);
    if (!store) return undefined;
    this.damage = undefined;
    const hot = this.warm(store);
    hot.start();
    return hot;
  }
}

const lookOf = ({ store, live }: HotConversation) => ({ store, running: live.current?.turn_id ?? null });
