/** The read-only half of a conversation's object: its identity and all its queries. */
import { DurableObject } from "cloudflare:workers";
import type { AskAloud } from "../../src/domain/conversation/aloud/spoken-reply.ts";
import type { Replay, ReplayChange } from "../../src/domain/conversation/replay.ts";
import type { Result } from "../../src/domain/errors.ts";
import type { MessageId } from "../../src/domain/ids.ts";
import type { Message } from "../../src/domain/message.ts";
import type { MemberRight, Principal, Right } from "../../src/domain/principal.ts";
import { viewOf } from "../../src/domain/visit/view.ts";
import type { Visit, VisitView } from "../../src/domain/visit.ts";
import { Alarms } from "./alarms.ts";
import type { AwakeConversation } from "./awake.ts";
import { type BranchPage, branchPage } from "./birth/branch-page.ts";
import { Lifecycle } from "./lifecycle.ts";
import { type ConversationPorts, type PortsByFolder, portsByFolder } from "./ports.ts";
import { listens } from "./readers/attachment.ts";
import { inherit } from "./readers/inherited.ts";
import { OpenSockets } from "./readers/open-sockets.ts";
import { Subscribers } from "./readers/subscribers.ts";
import type { CopiedTurn, TurnRef } from "./replay/kept-turn.ts";
import { NO_TURN, TEMPORARY, TRAIL_NOT_READ } from "./results.ts";
import type { Member } from "./rows/members.ts";
import type { DeliveryQuery } from "./rows/outgoing/deliveries.ts";
import type { Reminder } from "./rows/reminders.ts";
import type { HeldRecording } from "./rows/schema/stored-json.ts";
import type { DecisionRow } from "./rows/visits.ts";
import { asksAloud } from "./rows/waiting-calls.ts";
import { Sockets } from "./sockets.ts";
import { type ChildrenView, childrenView } from "./views/children.ts";
import { type ContextView, contextView } from "./views/context.ts";
import { type DeliveryPage, deliveryPage } from "./views/delivery-views.ts";
import { type HistoryPage, type HistoryQuery, historyPage } from "./views/history-page.ts";
import { type FileOfMessage, filesOfMessage, holderOf } from "./views/holder.ts";
import { type MessagePage, messagePage } from "./views/message-page.ts";
import { recordingOfMessage } from "./views/recordings.ts";
import { type SourcesView, sourcesView } from "./views/sources.ts";
import { type StateView, stateView } from "./views/state.ts";
import { type TurnPage, type TurnTraceView, turnPage, turnTrace } from "./views/turn-views.ts";

export class ReadableConversation extends DurableObject<unknown> {
  protected readonly ports: PortsByFolder;
  protected readonly alarms: Alarms;
  protected readonly subscribers: Subscribers;
  protected readonly lifecycle: Lifecycle;
  protected readonly sockets: Sockets;

  constructor(ctx: DurableObjectState, env: unknown, ports: ConversationPorts) {
    super(ctx, env);
    this.ports = portsByFolder(ports);
    const open = new OpenSockets(() => ctx.getWebSockets(), listens);
    this.subscribers = new Subscribers(
      () => open.all,
      () => open.listening,
    );
    this.alarms = new Alarms({
      get: () => ctx.storage.getAlarm(),
      set: (at) => void ctx.storage.setAlarm(at),
    });
    const { alarms, subscribers } = this;
    this.lifecycle = new Lifecycle({ ctx, ports: this.ports, alarms, subscribers });
    const { lifecycle } = this;
    this.sockets = new Sockets({ ctx, ports: this.ports.readers, lifecycle, subscribers, open });
    ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair('{"type":"ping"}', '{"type":"pong"}'));
    void ctx.blockConcurrencyWhile(async () => {
      if (!this.lifecycle.isNew) await this.alarms.load();
      this.lifecycle.load();
    });
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

  async sources(principal: Principal): Promise<Result<SourcesView>> {
    return this.use(principal, "read", ({ store }) => sourcesView(store));
  }

  /** Messages of every branch, newest first. */
  async recorded(
    principal: Principal,
    { before, limit }: { before: string | null; limit: number },
  ): Promise<Result<{ head: MessageId | null; items: Message[] }>> {
    return this.use(principal, "read", ({ store }) => ({
      head: store.meta.head,
      items: store.transcript.recorded(before as MessageId | null, limit).map(({ message }) => message),
    }));
  }

  async history(principal: Principal, query: HistoryQuery): Promise<Result<HistoryPage>> {
    const page = await this.use(principal, "read", (awake) =>
      historyPage(awake.store, query, this.ports.trail.trail).catch((problem: unknown) => {
        this.ports.trail.log.warn("trail_not_read", { problem: String(problem) });
        return null;
      }),
    );
    if (!page.ok) return page;
    const value = await page.value;
    return value ? { ok: true, value } : { ok: false, failure: TRAIL_NOT_READ };
  }

  /** One page of a branch, for a fork. */
  async branchPage(principal: Principal, from: string): Promise<Result<BranchPage>> {
    const page = await this.use(principal, "read", ({ store }) =>
      store.meta.temporary ? TEMPORARY : branchPage(store, from as MessageId),
    );
    if (!page.ok) return page;
    return "error" in page.value ? { ok: false, failure: page.value } : { ok: true, value: page.value };
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

  /** Runs an ended turn again beside itself, for the owner. Only its costs are stored. */
  async replay(principal: Principal, id: string, change: ReplayChange): Promise<Result<Replay>> {
    const begun = await this.use(principal, "manage", ({ replayer }) =>
      replayer.replay(principal, id, change),
    );
    return begun.ok ? begun.value : begun;
  }

  /** An ended turn as a replay set keeps it, for the owner. */
  async keepTurn(principal: Principal, of: TurnRef): Promise<Result<CopiedTurn>> {
    const copied = await this.use(principal, "manage", async ({ store }) =>
      (await import("./replay/kept-turn.ts")).copiedTurn(store, { owner: principal.owner, of }),
    );
    return copied.ok ? await copied.value : copied;
  }

  /** Replays a turn whose conversation is deleted, in this object that is nobody's conversation; it is empty afterwards. */
  async replayKept(principal: Principal, json: string, change: ReplayChange): Promise<Result<Replay>> {
    const { replayKept } = await import("./replay/replay-kept.ts");
    return replayKept({ lifecycle: this.lifecycle, ports: this.ports }, { principal, json, change });
  }

  /** Contents of the last request to a model on the branch that the conversation shows. */
  async context(principal: Principal): Promise<Result<ContextView>> {
    return this.use(principal, "read", ({ store }) => contextView(store));
  }

  async deliveries(principal: Principal, query: DeliveryQuery): Promise<Result<DeliveryPage>> {
    return this.use(principal, "read", ({ outbox }) =>
      deliveryPage(outbox.deliveries.list({ ...query, limit: query.limit + 1 }), query.limit),
    );
  }

  /** Scheduled messages, the next one first. */
  async reminders(principal: Principal): Promise<Result<Reminder[]>> {
    return this.use(principal, "read", ({ store }) => store.reminders.list());
  }

  /** Questions and approvals that are open here. */
  async asksAloud(principal: Principal): Promise<Result<AskAloud[]>> {
    return this.use(principal, "read", ({ store }) => asksAloud(store));
  }

  /** The conversations that this one started. */
  async children(principal: Principal): Promise<Result<ChildrenView>> {
    return this.use(principal, "read", ({ store, live }) => childrenView(store, live.current));
  }

  /**
   * The state of its visit for this person, even after they left; null: it is in no room, or the visit is no
   * longer known.
   */
  async visit(principal: Principal): Promise<Result<VisitView | null>> {
    const view = (visit: Visit) => viewOf(visit, principal.owner, this.ports.readers.now());
    const visit = this.lifecycle.awake?.store.visits.current;
    if (visit && principal.owner in visit.left) return { ok: true, value: view(visit) };
    return this.use(principal, "read", ({ store: { visits } }) =>
      visits.current ? view(visits.current) : null,
    );
  }

  /** Decisions on who answered in the room, and why, newest first: for whoever runs the room. */
  async decisions(limit: number): Promise<DecisionRow[]> {
    const awake = await this.lifecycle.found();
    return awake?.store.visits.decisions(limit) ?? [];
  }

  /** Owner of a file that appears here; null when no file with that id does. */
  async holder(principal: Principal, file_id: string): Promise<Result<string | null>> {
    return this.use(principal, "read", ({ store }) => holderOf(store, file_id) ?? null);
  }

  /** Files of a message; null when there is no such message. */
  async filesOf(principal: Principal, message_id: string): Promise<Result<FileOfMessage[] | null>> {
    return this.use(principal, "read", ({ store }) => filesOfMessage(store, message_id as MessageId) ?? null);
  }

  /** Recording of a message; null when it has none. */
  async recordingOf(principal: Principal, message_id: string): Promise<Result<HeldRecording | null>> {
    return this.use(
      principal,
      "read",
      ({ store }) => recordingOfMessage(store, message_id as MessageId) ?? null,
    );
  }

  /**
   * Idempotency keys of inputs that were accepted recently. The front door asks for them on behalf of the
   * conversation that follows this one.
   */
  async heard(): Promise<string[]> {
    const awake = await this.lifecycle.found();
    return awake?.store.inputs.recent(this.ports.readers.now()) ?? [];
  }

  /** The members here and the owner's id; the object does not know the owner's name. */
  async members(principal: Principal): Promise<Result<{ owner: string; members: Member[] }>> {
    return this.use(principal, "read", ({ store }) => ({
      owner: store.meta.owner,
      members: store.members.list(),
    }));
  }

  /** The rights here of somebody other than the owner, as the conversation's children ask. */
  async memberRights(person: string): Promise<readonly MemberRight[]> {
    const awake = await this.lifecycle.found();
    if (!awake) return [];
    const { store } = awake;
    await inherit(store, { owner: person, role: "member", name: "" }, this.ports.readers);
    return store.members.rights.get(person) ?? [];
  }

  protected viewOf({ store, live }: AwakeConversation, reader: Principal): StateView {
    return stateView(store, {
      live: live.current,
      alarm: this.alarms.pending,
      reader,
      now: this.ports.readers.now(),
    });
  }

  protected use<T>(
    principal: Principal,
    right: Right,
    body: (awake: AwakeConversation) => T,
  ): Promise<Result<T>> {
    return this.lifecycle.use(principal, right, body);
  }
}

const lookOf = ({ store, live }: AwakeConversation) => ({ store, running: live.current?.turn_id ?? null });
