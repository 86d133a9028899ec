/** The thin object: identity, storage, alarm and sockets. Every decision is made by the parts beside it. */
import { DurableObject } from "cloudflare:workers";
import { parseClientFrame } from "../../src/channels/web/client-frame.ts";
import type { ServerFrame } from "../../src/channels/web/wire.ts";
import { failure } from "../../src/domain/errors.ts";
import type { ConversationId, MessageId, TurnId } from "../../src/domain/ids.ts";
import type { Inbound, Receipt } from "../../src/domain/inbound.ts";
import type { Env } from "../../src/env.ts";
import { conversationServices } from "../../src/wiring.ts";
import { conversationStub } from "../stubs.ts";
import { Alarms } from "./alarms.ts";
import { type Answer, NO_TURN, NOT_FOUND, TRAIL_NOT_READ } from "./answers.ts";
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
import type { HotConversation } from "./hot.ts";
import type { MetaChange, MetaInit } from "./meta.ts";
import { agentRefusal, namesAgent } from "./named-agent.ts";
import { openSocket } from "./open-socket.ts";
import type { DeliveryQuery } from "./outbox-rows.ts";
import { mayUse, type Principal, principalOf } from "./principal.ts";
import { frameOfReceipt } from "./receipt-frame.ts";
import { Resident } from "./resident.ts";
import type { Services } from "./services.ts";
import { Subscribers, sendQuietly } from "./subscribers.ts";
import { type TurnPage, type TurnTraceView, turnPage, turnTrace } from "./turn-views.ts";
import { type MessagePage, messagePage, type StateView, stateView } from "./views.ts";
import { type TurnEnd, turnEnd } from "./wait.ts";

export type { Answer } from "./answers.ts";

export class Conversation extends DurableObject<Env> {
  private readonly services: Services;
  private readonly alarms: Alarms;
  private readonly subscribers: Subscribers;
  private readonly resident: Resident;

  constructor(ctx: DurableObjectState, env: Env, services: Services = conversationServices(env)) {
    super(ctx, env);
    this.services = services;
    this.subscribers = new Subscribers(() => ctx.getWebSockets());
    this.alarms = new Alarms({
      get: () => ctx.storage.getAlarm(),
      set: (at) => void ctx.storage.setAlarm(at),
    });
    const { alarms, subscribers } = this;
    this.resident = new Resident({ ctx, services, alarms, subscribers });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
    void ctx.blockConcurrencyWhile(async () => {
      if (!this.resident.isNew) await this.alarms.load();
      this.resident.load();
    });
  }

  /** Creates the conversation if it is new; the same call again changes nothing. */
  async open(init: MetaInit): Promise<Answer<StateView>> {
    const hot = await this.resident.open(init);
    return { ok: true, value: stateView(hot.store, hot.live.current) };
  }

  async receive(principal: Principal, inbound: Inbound, init?: MetaInit): Promise<Answer<Receipt>> {
    if (init) await this.open(init);
    if (namesFiles(inbound)) return this.receiveWithFiles(principal, inbound);
    return this.use(principal, (hot) => hot.receive(inbound));
  }

  private async receiveChecked(principal: Principal, inbound: Inbound): Promise<Answer<Receipt>> {
    const refused = await agentRefusal(this.services, inbound);
    return refused ? { ok: true, value: refused } : this.receive(principal, inbound);
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
    const { hot } = this.resident;
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
    const input = { sql: this.resident.sql, ids, now: now(), init };
    const hot = this.resident.begin(await fork({ ...input, pages: after(first.value, pages) }));
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
    return this.resident.erase(principal);
  }

  override async fetch(request: Request): Promise<Response> {
    const principal = principalOf(request.headers);
    const hot = principal && (await this.resident.found());
    if (!principal || !hot || !mayUse(principal, hot.store.meta.owner))
      return Response.json(NOT_FOUND, { status: 404 });
    const url = new URL(request.url);
    const cursor = Number(url.searchParams.get("cursor") ?? "0") || 0;
    if (url.pathname.endsWith("/socket")) return openSocket(this.ctx, hot.store.log, principal, cursor);
    const until = url.searchParams.get("until") as TurnId | null;
    return followStream(hot.store.log, this.subscribers, cursor, until);
  }

  override async webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): Promise<void> {
    const hot = this.resident.hot ?? (await this.resident.found());
    const principal = socket.deserializeAttachment() as Principal | null;
    if (!hot || !principal) return socket.close(1011, "The conversation is gone.");
    const parsed = parseClientFrame(typeof data === "string" ? data : new TextDecoder().decode(data));
    const answer = (frame: ServerFrame) => sendQuietly(socket, JSON.stringify(frame));
    if (!parsed.ok) return answer({ type: "refused", error: "malformed_request", reason: parsed.problem });
    if (parsed.frame.type === "ping") return answer({ type: "pong" });
    const inbound = inboundOfFrame(parsed.frame, principal, this.services.ids);
    const received =
      namesFiles(inbound) || namesAgent(inbound)
        ? await this.receiveChecked(principal, inbound)
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
    await this.resident.hot?.wake();
  }

  private use<T>(principal: Principal, body: (hot: HotConversation) => T): Promise<Answer<T>> {
    return this.resident.use(principal, body);
  }
}

const lookOf = ({ store, live }: HotConversation) => ({ store, running: live.current?.turn_id ?? null });
