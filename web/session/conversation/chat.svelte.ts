/** An open conversation for the page: a session whose changes are drawn at most once per frame. */

import type { VisitView } from "../../../src/channels/web/wire.ts";
import type { LinkState } from "../../connection/link.ts";
import { activeBranch } from "../../thread/branches.ts";
import type { Exchange } from "../../thread/exchanges.ts";
import { layouts } from "../../thread/layouts.ts";
import { mayStand } from "../../thread/summaries.ts";
import { type Child, currentTurn, type LiveTurn } from "../../thread/thread.ts";
import type { ListChange } from "../ports.ts";
import { browserDeps } from "./browser-deps.ts";
import { ConversationSession, type Loading } from "./conversation-session.ts";
import { FrameThrottle } from "./frame-throttle.ts";

export interface ChatView {
  id: string | null;
  title: string;
  model: string;
  /** The conversation that started this one. */
  parent: string | null;
  /** Kept nowhere, and deleted when it is closed. */
  isTemporary: boolean;
  /** Whether the reader may write into it. */
  maySay: boolean;
  /** Whether the reader may rename, share and delete it. */
  mayManage: boolean;
  exchanges: readonly Exchange[];
  /** Conversations that it started, by call. */
  children: ReadonlyMap<string, Child>;
  turn: LiveTurn | null;
  loading: Loading;
  link: LinkState;
  hasOlder: boolean;
  loadingOlder: boolean;
  /** State of the visit, for a conversation in a room. */
  visit: VisitView | null;
  /** Whether a summary that can be undone replaces a part of it. */
  isSummarised: boolean;
}

interface ChatHooks {
  created(id: string): void;
  listChanged(change: ListChange): void;
}

const HIDDEN_PAGE_MS = 250;

/** One for the page: all its conversations are drawn in the same frames. */
const pace = new FrameThrottle();
window.addEventListener("keydown", () => pace.typed(), { capture: true, passive: true });

/** Messages posted during a frame arrive after it is on the screen. */
function afterFrame(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

export class Chat {
  readonly session: ConversationSession;
  private shown: ChatView;
  private isScheduled = false;
  private readonly layOut = layouts();

  constructor(id: string | null, hooks: ChatHooks) {
    this.session = new ConversationSession(browserDeps({ ...hooks, changed: () => this.schedule() }), id);
    this.shown = $state.raw(this.read());
    void this.session.open();
  }

  get view(): ChatView {
    return this.shown;
  }

  /** Updates `view` at once; otherwise it follows with the next frame. */
  catchUp(): void {
    this.shown = this.read();
  }

  close(): void {
    this.session.close();
  }

  /** A hidden page has no frames, but timers. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    if (document.hidden) setTimeout(() => this.draw(), HIDDEN_PAGE_MS);
    else this.drawInTime();
  }

  private drawInTime(): void {
    requestAnimationFrame((now) => {
      if (!pace.takes(now)) return this.drawInTime();
      this.draw();
      afterFrame(() => pace.took(now, performance.now()));
    });
  }

  private draw(): void {
    this.isScheduled = false;
    this.catchUp();
  }

  private read(): ChatView {
    const { id, thread, outgoing, keys, model, parent, rights, loading, linkState } = this.session;
    const { isTemporary, loadingOlder } = this.session;
    const exchanges = this.layOut(thread, outgoing, keys);
    return {
      id,
      title: thread.title || (isTemporary ? "" : firstWords(exchanges)),
      model,
      parent,
      isTemporary,
      maySay: rights?.includes("say") ?? true,
      mayManage: rights?.includes("manage") ?? true,
      exchanges,
      children: thread.children,
      turn: currentTurn(thread),
      loading,
      link: linkState,
      hasOlder: thread.older !== null,
      loadingOlder,
      visit: thread.visit,
      isSummarised: thread.summaries.length > 0 && mayStand(thread, activeBranch(thread)),
    };
  }
}

const TITLE_LENGTH = 60;

/** The name until the server has set a title. A conversation without text has none, as in the sidebar. */
function firstWords(exchanges: readonly Exchange[]): string {
  const first = exchanges[0]?.items[0];
  const text = first?.kind === "pending" ? first.outgoing.text : "";
  const line = text.trim().split("\n")[0] ?? "";
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}
