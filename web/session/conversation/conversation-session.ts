/**
 * One open conversation: the loaded state, and the socket that keeps it current.
 * A reload, a lost connection and a second tab are all handled alike: load, then follow from a cursor.
 */
import type { Decision, NightjarEvent, ServerFrame, SpeechFrame } from "../../../src/channels/web/wire.ts";
import type { ConversationView } from "../../../src/contract/conversations.ts";
import type { ApiFailure } from "../../api/http.ts";
import { Link, type LinkState } from "../../connection/link.ts";
import { applyEvent } from "../../thread/apply-event.ts";
import { activeBranch } from "../../thread/branches.ts";
import { withPage } from "../../thread/load.ts";
import { mergeThreads } from "../../thread/merge.ts";
import type { Outgoing } from "../../thread/outgoing.ts";
import { emptyThread, type Thread } from "../../thread/thread.ts";
import { serverText } from "../../words/server-text.ts";
import type { SessionDeps } from "../ports.ts";
import { listChangesOf } from "./list-changes.ts";
import { readWhole } from "./read-whole.ts";
import { Sending } from "./sending.ts";

export type Loading = { status: "loading" } | { status: "ready" } | { status: "failed"; failure: ApiFailure };

/** Page size when reading far back. */
const MANY = 200;

export class ConversationSession {
  /** Null until the first message of a new conversation has created it. */
  id: string | null;
  thread: Thread = emptyThread();
  loading: Loading;
  loadingOlder = false;
  linkState: LinkState = { status: "closed" };
  /** The conversation's `provider/model`; empty: the default. */
  model = "";
  /** The conversation that started this one. */
  parent: string | null = null;
  /** Kept nowhere, and deleted when it is closed or a day after its last message. */
  isTemporary = false;
  /** The mode that it begins with; empty: its agent's. */
  mode = "";
  /** The reader's rights; null: not known yet, or a new conversation of their own. */
  rights: ConversationView["rights"] | null = null;

  private readonly deps: SessionDeps;
  private link: Link | null = null;
  /** The read of an older page in progress. */
  private older: Promise<boolean> | null = null;
  private creating: Promise<ApiFailure | undefined> | null = null;
  private isClosed = false;
  /** Grows with each full read: the answer of an earlier one is dropped. */
  private reading = 0;
  private readonly sending: Sending;
  private heard: ((speech: SpeechFrame) => void) | null = null;

  constructor(deps: SessionDeps, id: string | null) {
    this.deps = deps;
    this.id = id;
    this.loading = { status: id === null ? "ready" : "loading" };
    this.sending = new Sending(deps, {
      id: () => this.id,
      create: (agent) => this.create(agent),
      sendBySocket: (body) => this.link?.send({ type: "send", ...body }) ?? false,
      // The listener is known before the first message is sent: its answer may come as sound.
      isUnheard: () => this.thread.seq === 0 && this.heard === null,
      has: (message_id) => this.thread.entries.has(message_id),
    });
  }

  get outgoing(): readonly Outgoing[] {
    return this.sending.list;
  }

  get keys(): ReadonlyMap<string, string> {
    return this.sending.keys;
  }

  /** Loads the conversation and follows it. Safe to call again: that reads everything again. */
  async open(): Promise<void> {
    const { id } = this;
    if (id === null) return;
    const reading = ++this.reading;
    const loaded = await readWhole(this.deps.api, id);
    if (this.isClosed || reading !== this.reading) return;
    if ("failure" in loaded) {
      if (this.loading.status === "loading") this.loading = { status: "failed", failure: loaded.failure };
      return this.deps.changed();
    }
    this.thread = mergeThreads(this.thread, loaded.thread);
    this.model = loaded.model;
    this.parent = loaded.parent;
    this.rights = loaded.rights;
    this.isTemporary = loaded.expires_at !== null;
    this.loading = { status: "ready" };
    this.sending.restore(id);
    this.deps.changed();
    this.follow(id);
  }

  close(): void {
    this.isClosed = true;
    this.link?.close();
  }

  nudge(): void {
    this.link?.nudge();
  }

  /** Shows the message at once; sends it as soon as there is a connection. */
  send(draft: Parameters<Sending["send"]>[0]): void {
    this.sending.send(draft);
  }

  retry(client_id: string): void {
    this.sending.retry(client_id);
  }

  discard(client_id: string): void {
    this.sending.discard(client_id);
  }

  /** Takes the sound of models that speak, while they answer; null: nobody listens any more. */
  hear(heard: ((speech: SpeechFrame) => void) | null): void {
    this.heard = heard;
    this.link?.send({ type: "listen", on: heard !== null });
  }

  /** Undefined on success, else the failure to show. */
  async halt(): Promise<ApiFailure | undefined> {
    if (this.id === null || this.link?.send({ type: "halt" })) return undefined;
    return failureOf(await this.deps.api.halt(this.id));
  }

  async answer(call_id: string, text: string): Promise<ApiFailure | undefined> {
    return this.id === null ? undefined : failureOf(await this.deps.api.answer(this.id, call_id, text));
  }

  /** `reason`: of a denial, for the agent; may be empty. */
  async decide(
    call_id: string,
    choice: { decision: Decision; reason: string },
  ): Promise<ApiFailure | undefined> {
    return this.id === null ? undefined : failureOf(await this.deps.api.decide(this.id, call_id, choice));
  }

  async regenerate(message_id: string): Promise<ApiFailure | undefined> {
    return this.id === null ? undefined : failureOf(await this.deps.api.regenerate(this.id, message_id));
  }

  /** Shows another branch: the newest message below this one becomes the head. */
  async showBranch(message_id: string): Promise<ApiFailure | undefined> {
    if (this.id === null) return undefined;
    const moved = await this.deps.api.moveHead(this.id, message_id);
    if (!moved.ok) return moved;
    // An open socket sends the new head by itself, to every tab.
    if (this.linkState.status !== "live") await this.open();
    return undefined;
  }

  async rename(title: string): Promise<ApiFailure | undefined> {
    const before = this.thread.title;
    this.thread = { ...this.thread, title };
    this.deps.changed();
    const { id } = this;
    if (id === null) return undefined;
    const failure = failureOf(await this.deps.api.change(id, { title }));
    if (failure && this.thread.title === title) {
      this.thread = { ...this.thread, title: before };
      this.deps.listChanged({ what: "title", id, title: before });
      this.deps.changed();
    }
    return failure;
  }

  /** Sets the model; empty is the default. Before the first message it is only remembered. */
  async useModel(model: string): Promise<ApiFailure | undefined> {
    const before = this.model;
    this.model = model;
    this.deps.changed();
    if (this.id === null) return undefined;
    const failure = failureOf(await this.deps.api.change(this.id, { model: model === "" ? null : model }));
    if (failure && this.model === model) {
      this.model = before;
      this.deps.changed();
    }
    return failure;
  }

  /** Resolves when an older page is loaded: false when there is none, or it could not be read. */
  loadOlder(limit?: number): Promise<boolean> {
    this.older ??= this.readOlder(limit).finally(() => {
      this.older = null;
    });
    return this.older;
  }

  /** Loads older pages until the message is on the shown branch: false when it is not. */
  async reach(message_id: string): Promise<boolean> {
    const isShown = () => activeBranch(this.thread).some(({ message }) => message.id === message_id);
    while (!isShown()) if (!(await this.loadOlder(MANY))) return false;
    return true;
  }

  private async readOlder(limit?: number): Promise<boolean> {
    const { id } = this;
    const before = this.thread.older;
    if (id === null || before === null) return false;
    this.loadingOlder = true;
    this.deps.changed();
    const page = await this.deps.api.messages(id, before, limit);
    this.loadingOlder = false;
    if (page.ok) this.thread = withPage(this.thread, page.value);
    this.deps.changed();
    return page.ok;
  }

  private follow(id: string): void {
    this.link?.close();
    const { openSocket, after, random } = this.deps;
    this.link = new Link({
      after,
      random,
      open: (cursor, listener) => openSocket(id, cursor, listener),
      cursor: () => this.thread.seq,
      diagnose: () => this.diagnose(id),
      onEvent: (event) => this.receive(id, event),
      onFrame: (frame) => this.receiveFrame(frame),
      onState: (state) => {
        this.linkState = state;
        this.deps.changed();
      },
    });
  }

  private async diagnose(id: string): Promise<"retry" | "stop"> {
    const view = await this.deps.api.view(id);
    if (view.ok || view.status === 0 || view.status >= 500 || view.status === 429) return "retry";
    this.loading = { status: "failed", failure: view };
    this.deps.changed();
    return "stop";
  }

  private receive(id: string, event: NightjarEvent): void {
    const before = this.thread;
    this.thread = applyEvent(before, event);
    if (this.thread === before) return;
    if (event.type === "message" && event.message.role === "user") this.sending.settle(event.message);
    // The branch is not loaded here, so read its messages.
    if (event.type === "head" && !this.thread.entries.has(event.message_id)) void this.open();
    for (const change of listChangesOf(id, event, this.thread)) this.deps.listChanged(change);
    this.deps.changed();
  }

  private receiveFrame(frame: ServerFrame): void {
    if (frame.type === "speech") this.heard?.(frame);
    if (frame.type === "ready") this.ready(frame.seq);
    if (frame.type === "accepted")
      this.sending.wasAccepted(frame.client_id, frame.message_id, frame.duplicate);
    if (frame.type === "refused" && frame.client_id !== undefined) {
      this.sending.wasRefused(frame.client_id, serverText(frame.reason));
    }
  }

  private ready(seq: number): void {
    if (this.heard) this.link?.send({ type: "listen", on: true });
    // A crash lost events that were already seen: the shown state can't be continued.
    if (seq < this.thread.seq) return void this.open();
    this.sending.caughtUp();
  }

  /** Creates it with that agent. `provisional`: before anything is said. Safe to call while it is being created. */
  create(agent?: string, provisional = false): Promise<ApiFailure | undefined> {
    this.creating ??= this.make(agent, provisional).finally(() => {
      this.creating = null;
    });
    return this.creating;
  }

  private async make(agent: string | undefined, provisional: boolean): Promise<ApiFailure | undefined> {
    const made = await this.deps.api.create({
      ...(agent && { agent }),
      ...(provisional && { provisional }),
      ...(this.model && { model: this.model }),
      ...(this.mode && { mode: this.mode }),
      ...(this.isTemporary && { temporary: true }),
    });
    if (this.isClosed) return undefined;
    if (!made.ok) return made;
    this.id = made.value.id;
    this.sending.created();
    this.deps.created(this.id);
    this.follow(this.id);
    this.sending.sendWaiting();
    return undefined;
  }
}

function failureOf(result: { ok: true } | ApiFailure): ApiFailure | undefined {
  return result.ok ? undefined : result;
}
