/** An open conversation for the page: a session whose changes are drawn at most once a frame. */
import { type Loading, ConversationSession } from "./conversation-session.ts";
import { browserDeps } from "./browser-deps.ts";
import type { ListChange } from "./ports.ts";
import type { LinkState } from "../connection/link.ts";
import { type Exchange, exchangesOf } from "../thread/exchanges.ts";
import { currentTurn, type LiveTurn } from "../thread/thread.ts";

export interface ChatView {
  id: string | null;
  title: string;
  exchanges: readonly Exchange[];
  turn: LiveTurn | null;
  loading: Loading;
  link: LinkState;
  hasOlder: boolean;
  loadingOlder: boolean;
}

export interface ChatHooks {
  created(id: string): void;
  listChanged(change: ListChange): void;
}

const HIDDEN_PAGE_MS = 250;

export class Chat {
  readonly session: ConversationSession;
  private shown: ChatView;
  private isScheduled = false;

  constructor(id: string | null, hooks: ChatHooks) {
    this.session = new ConversationSession(browserDeps({ ...hooks, changed: () => this.schedule() }), id);
    this.shown = $state.raw(this.read());
    void this.session.open();
  }

  get view(): ChatView {
    return this.shown;
  }

  close(): void {
    this.session.close();
  }

  /** Frames stop on a hidden page, timers do not. */
  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    const draw = () => {
      this.isScheduled = false;
      this.shown = this.read();
    };
    if (document.hidden) setTimeout(draw, HIDDEN_PAGE_MS);
    else requestAnimationFrame(draw);
  }

  private read(): ChatView {
    const { id, thread, outgoing, keys, loading, linkState, loadingOlder } = this.session;
    return {
      id,
      title: thread.title,
      exchanges: exchangesOf(thread, outgoing, keys),
      turn: currentTurn(thread),
      loading,
      link: linkState,
      hasOlder: thread.older !== null,
      loadingOlder,
    };
  }
}
