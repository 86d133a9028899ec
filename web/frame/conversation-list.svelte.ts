/** The list of conversations: pages by cursor, a search, and changes that show at once. */
import type { ConversationSummary } from "../../src/channels/web/wire.ts";
import {
  type ConversationChange,
  changeConversation,
  deleteConversation,
  listConversations,
} from "../api/conversations.ts";
import type { Refused } from "../api/http.ts";
import type { ListChange } from "../session/ports.ts";
import { tell } from "../ui/toasts.svelte.ts";

const PAGE = 40;
const INDEX_LAG_MS = 10_000;

class ConversationList {
  items = $state.raw<ConversationSummary[]>([]);
  /** Ids of conversations that are gone or archived from here, so that a late page does not bring them back. */
  private readonly hidden = new Set<string>();
  next = $state<string | null>(null);
  q = $state("");
  status = $state<"loading" | "ready" | "failed">("loading");
  failure = $state<Refused | null>(null);
  /** The index is a second or two behind what open conversations have told. */
  private readonly heardOf = new Map<string, { title?: string; state?: string; at: number }>();
  private asked = 0;
  private readonly otherTabs = new BroadcastChannel("nightjar:list");

  constructor() {
    this.otherTabs.onmessage = () => void this.refresh();
  }

  /** Reads the first page anew. */
  async refresh(): Promise<void> {
    const asked = ++this.asked;
    const page = await listConversations({ q: this.q.trim(), limit: PAGE });
    if (asked !== this.asked) return;
    if (!page.ok) {
      this.failure = page;
      this.status = this.items.length > 0 ? "ready" : "failed";
      return;
    }
    this.items = this.shown(page.value.items);
    this.next = page.value.next_cursor;
    this.status = "ready";
    this.failure = null;
  }

  async more(): Promise<void> {
    const cursor = this.next;
    if (cursor === null) return;
    const asked = this.asked;
    this.next = null;
    const page = await listConversations({ q: this.q.trim(), cursor, limit: PAGE });
    if (asked !== this.asked) return;
    if (!page.ok) {
      this.next = cursor;
      return;
    }
    const known = new Set(this.items.map((item) => item.id));
    this.items = [...this.items, ...this.shown(page.value.items.filter((item) => !known.has(item.id)))];
    this.next = page.value.next_cursor;
  }

  search(q: string): void {
    this.q = q;
    void this.refresh();
  }

  find(id: string | null): ConversationSummary | undefined {
    return this.items.find((item) => item.id === id);
  }

  /** What an open conversation has told. */
  heard(change: ListChange): void {
    if (change.what !== "moved") this.remember(change);
    const known = this.find(change.id);
    if (!known) {
      if (change.what !== "state") void this.refresh();
      return;
    }
    if (change.what === "title") this.patch(change.id, { title: change.title });
    if (change.what === "state") this.patch(change.id, { state: change.state });
    if (change.what === "moved") this.toFront({ ...known, updated_at: new Date().toISOString() });
  }

  async change(id: string, change: ConversationChange): Promise<void> {
    const before = this.items;
    if (change.archived !== undefined) this.hide(id);
    else this.patch(id, change);
    const done = await changeConversation(id, change);
    this.settle(done.ok ? undefined : done, before, id);
  }

  async remove(id: string): Promise<boolean> {
    const before = this.items;
    this.hide(id);
    const done = await deleteConversation(id);
    this.settle(done.ok ? undefined : done, before, id);
    return done.ok;
  }

  async unarchive(id: string): Promise<void> {
    this.hidden.delete(id);
    const done = await changeConversation(id, { archived: false });
    if (!done.ok) tell(done.reason, { level: "error" });
    this.announce();
    await this.refresh();
  }

  private remember(change: Exclude<ListChange, { what: "moved" }>): void {
    const news = change.what === "title" ? { title: change.title } : { state: change.state };
    this.heardOf.set(change.id, { ...this.heardOf.get(change.id), ...news, at: Date.now() });
  }

  private shown(items: readonly ConversationSummary[]): ConversationSummary[] {
    const fresh = Date.now() - INDEX_LAG_MS;
    return items
      .filter((item) => !this.hidden.has(item.id))
      .map((item) => {
        const heard = this.heardOf.get(item.id);
        const title = item.title || heard?.title || "";
        return heard && heard.at > fresh
          ? { ...item, title, state: heard.state ?? item.state }
          : { ...item, title };
      });
  }

  private settle(failure: Refused | undefined, before: ConversationSummary[], id: string): void {
    if (failure) {
      this.hidden.delete(id);
      this.items = before;
      tell(failure.reason, { level: "error" });
    }
    this.announce();
  }

  private announce(): void {
    this.otherTabs.postMessage("changed");
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

export const conversations = new ConversationList();
