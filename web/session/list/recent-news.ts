/** News from open conversations, applied over an index that lags a second or two behind. */
import type { ConversationSummary } from "../../../src/channels/web/wire.ts";
import type { ListChange } from "../ports.ts";

/** Time for which reported news wins over the index's state. Titles only ever change from none to some. */
const TRUSTED_MS = 10_000;

export class RecentNews {
  private readonly heard = new Map<string, { title?: string; state?: string; at: number }>();
  private readonly seen = new Map<string, ConversationSummary>();

  /** `now` in ms since the epoch. */
  hear(change: ListChange, now: number): void {
    if (change.what === "moved" || change.what === "read") return;
    const news = change.what === "title" ? { title: change.title } : { state: change.state };
    this.heard.set(change.id, { ...this.heard.get(change.id), ...news, at: now });
  }

  /** The index's items with the news applied. */
  over(items: readonly ConversationSummary[], now: number): ConversationSummary[] {
    const shown = items.map((item) => this.corrected(item, now));
    for (const item of shown) this.seen.set(item.id, item);
    return shown;
  }

  /** Known conversations whose title has the words: available before the index answers, or has them. */
  matching(words: string, now: number): ConversationSummary[] {
    const wanted = words.trim().toLowerCase();
    const all = [...this.seen.values()].map((item) => this.corrected(item, now));
    return all.filter((item) => item.title.toLowerCase().includes(wanted));
  }

  forget(id: string): void {
    this.seen.delete(id);
    this.heard.delete(id);
  }

  private corrected(item: ConversationSummary, now: number): ConversationSummary {
    const heard = this.heard.get(item.id);
    if (!heard) return item;
    const isFresh = now - heard.at < TRUSTED_MS;
    return {
      ...item,
      title: isFresh ? (heard.title ?? item.title) : item.title || (heard.title ?? ""),
      state: isFresh ? (heard.state ?? item.state) : item.state,
    };
  }
}
