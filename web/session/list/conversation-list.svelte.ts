/** The list of conversations: pages by cursor, a search, and changes that show at once. */

import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import {
  type ConversationChange,
  changeConversation,
  deleteConversation,
  listConversations,
} from "../../api/conversations/conversations.ts";
import type { ApiFailure } from "../../api/http.ts";
import { tell } from "../../ui/overlays/toasts.svelte.ts";
import { t } from "../../words/t.ts";
import type { ListChange } from "../ports.ts";
import { later } from "./later.ts";
import { PendingUpdates, withListUpdate } from "./list-updates.ts";
import { RecentNews } from "./recent-news.ts";

const PAGE = 40;
/** A deletion of several can be undone for this long: as long as the toast that offers it is shown. */
const REGRET_MS = 6_000;

/** Filters the list by a folder or a tag. */
export interface Only {
  folder?: string;
  tag?: string;
}

class ConversationList {
  items = $state.raw<ConversationSummary[]>([]);
  next = $state<string | null>(null);
  q = $state("");
  /** Null: no filter. */
  only = $state.raw<Only | null>(null);
  status = $state<"loading" | "ready" | "failed">("loading");
  failure = $state<ApiFailure | null>(null);
  /** Ids of conversations that are being deleted. */
  leaving = $state.raw<ReadonlySet<string>>(new Set());
  /** Ids of conversations that were deleted or archived here, so that a late page does not bring them back. */
  private readonly hidden = new Set<string>();
  private readonly news = new RecentNews();
  private readonly meanwhile = new PendingUpdates();
  private readonly otherTabs = new BroadcastChannel("nightjar:list");
  private asked = 0;

  constructor() {
    this.otherTabs.onmessage = ({ data }: MessageEvent<ListChange | null>) => {
      if (data !== null) return this.take(data);
      this.hidden.clear();
      void this.refresh();
    };
  }

  /** Reads the first page again. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    this.meanwhile.begin();
    const page = await listConversations({ q: this.q.trim(), ...this.only, limit: PAGE });
    if (asked !== this.asked) return;
    const told = this.meanwhile.end();
    if (!page.ok) {
      this.failure = page;
      this.status = this.items.length > 0 ? "ready" : "failed";
      return;
    }
    const found = this.news.over(page.value.items, Date.now());
    this.items = this.visible(
      this.q.trim() === "" || this.only !== null ? found : united(this.matches(), found),
    );
    this.next = page.value.next_cursor;
    this.status = "ready";
    this.failure = null;
    for (const { items, gone } of told) this.told(items, gone);
  }

  async more(): Promise<void> {
    const cursor = this.next;
    if (cursor === null) return;
    const asked = this.asked;
    this.next = null;
    const page = await listConversations({ q: this.q.trim(), ...this.only, cursor, limit: PAGE });
    if (asked !== this.asked) return;
    if (!page.ok) {
      this.next = cursor;
      return;
    }
    this.items = this.visible(united(this.items, this.news.over(page.value.items, Date.now())));
    this.next = page.value.next_cursor;
  }

  /** Shows known matches at once. */
  search(q: string): void {
    this.q = q;
    if (q.trim() !== "") this.items = this.visible(this.matches());
    void this.refresh();
  }

  show(only: Only | null): void {
    this.only = only;
    this.items = [];
    this.status = "loading";
    void this.refresh();
  }

  /** Known conversations whose title has the words. */
  matches(words = this.q): ConversationSummary[] {
    return this.visible(this.news.matching(words, Date.now()));
  }

  find(id: string | null): ConversationSummary | undefined {
    return this.items.find((item) => item.id === id);
  }

  /** Applies a change from an open conversation; other tabs get it too. */
  heard(change: ListChange): void {
    this.take(change);
    this.otherTabs.postMessage(change);
  }

  /** Applies items as the index has them now; `gone` are no longer in the person's list. */
  told(items: readonly ConversationSummary[], gone: readonly string[]): void {
    this.meanwhile.hear({ items, gone });
    const shown = this.visible(this.news.over(items, Date.now()));
    const kept = withListUpdate(this.items, { items: shown, gone });
    // Items that are new to a search, or beyond the pages that were read, appear when they are read.
    const isKnown = (item: ConversationSummary) => this.find(item.id) !== undefined;
    const isNear = (_item: ConversationSummary, at: number) => this.next === null || at < kept.length - 1;
    const isWhole = this.q.trim() === "" && this.only === null;
    this.items = kept.filter((item, at) => isKnown(item) || (isWhole && isNear(item, at)));
  }

  private take(change: ListChange): void {
    this.news.hear(change, Date.now());
    const known = this.find(change.id);
    if (!known) {
      if (change.what !== "state" && change.what !== "read") void this.refresh();
      return;
    }
    if (change.what === "title") this.patch(change.id, { title: change.title });
    if (change.what === "read") this.patch(change.id, { unread: false });
    if (change.what === "state") this.patch(change.id, { state: change.state });
    if (change.what === "moved") this.toFront({ ...known, updated_at: new Date().toISOString() });
  }

  private visible(items: readonly ConversationSummary[]): ConversationSummary[] {
    return items.filter((item) => !this.hidden.has(item.id));
  }

  async change(id: string, change: ConversationChange): Promise<void> {
    const before = this.items;
    if (change.archived !== undefined) this.hide(id);
    else this.patch(id, change);
    if (change.title !== undefined) this.heard({ what: "title", id, title: change.title });
    const done = await changeConversation(id, change);
    this.settle(done.ok ? undefined : done, before, id);
  }

  /** Changes several conversations. A failure is reported once, and the list is read again. */
  async changeAll(ids: readonly string[], change: ConversationChange): Promise<void> {
    for (const id of ids) {
      if (change.archived === true) this.hide(id);
      else if (change.archived === false) this.hidden.delete(id);
      else this.patch(id, change);
    }
    const done = await Promise.all(ids.map((id) => changeConversation(id, change)));
    await this.settleAll(ids, done);
    if (change.archived === false) await this.refresh();
  }

  /** Hides them at once, and deletes them a little later: until then the returned function brings them back. */
  removeLater(ids: readonly string[]): () => void {
    for (const id of ids) this.hide(id);
    const takeBack = later(REGRET_MS, () => void this.removeAll(ids));
    return () => {
      if (!takeBack()) return tell(t("Already gone."), { level: "error" });
      for (const id of ids) this.hidden.delete(id);
      void this.refresh();
    };
  }

  private async removeAll(ids: readonly string[]): Promise<void> {
    const done = await Promise.all(ids.map((id) => deleteConversation(id)));
    for (const [at, id] of ids.entries()) if (done[at]?.ok) this.news.forget(id);
    await this.settleAll(ids, done);
  }

  private async settleAll(
    ids: readonly string[],
    done: readonly ({ ok: true } | ApiFailure)[],
  ): Promise<void> {
    const refused = done.find((each): each is ApiFailure => !each.ok);
    if (refused) {
      for (const [at, id] of ids.entries()) if (!done[at]?.ok) this.hidden.delete(id);
      tell(refused.reason, { level: "error" });
      await this.refresh();
    }
    this.announce();
  }

  /** It stays in the list until it is deleted for good: a reload meanwhile would show it again. */
  async remove(id: string): Promise<boolean> {
    this.leaving = new Set([...this.leaving, id]);
    const done = await deleteConversation(id);
    this.leaving = new Set([...this.leaving].filter((other) => other !== id));
    if (done.ok) {
      this.news.forget(id);
      this.hide(id);
    }
    this.settle(done.ok ? undefined : done, this.items, id);
    return done.ok;
  }

  async unarchive(id: string): Promise<void> {
    this.hidden.delete(id);
    const done = await changeConversation(id, { archived: false });
    if (!done.ok) tell(done.reason, { level: "error" });
    this.announce();
    await this.refresh();
  }

  private settle(failure: ApiFailure | undefined, before: ConversationSummary[], id: string): void {
    if (failure) {
      this.hidden.delete(id);
      this.items = before;
      tell(failure.reason, { level: "error" });
    }
    this.announce();
  }

  private announce(): void {
    this.otherTabs.postMessage(null);
  }

  private hide(id: string): void {
    this.hidden.add(id);
    this.items = this.items.filter((item) => item.id !== id);
  }

  private patch(id: string, change: Partial<ConversationSummary>): void {
    this.items = this.items.map((item) => (item.id === id ? { ...item, ...change } : item));
  }

  private toFront(item: ConversationSummary): void {
    this.items = [item, ...this.items.filter((other) => other.id !== item.id)];
  }
}

function united(
  first: readonly ConversationSummary[],
  more: readonly ConversationSummary[],
): ConversationSummary[] {
  const known = new Set(first.map((item) => item.id));
  return [...first, ...more.filter((item) => !known.has(item.id))];
}

export const conversations = new ConversationList();
