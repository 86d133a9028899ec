/** What waits for whoever is signed in: read when it may have changed, never by the clock. */
import type { Refused } from "../api/http.ts";
import { type Inbox, readInbox } from "../api/inbox.ts";

/** The index knows of what has just happened by then. */
const INDEX_LAG_MS = 2_500;

class InboxState {
  data = $state.raw<Inbox | null>(null);
  failure = $state.raw<Refused | null>(null);
  private asked = 0;
  private later: ReturnType<typeof setTimeout> | undefined;

  /** What a person would want to see to: without what only comes by itself. */
  get count(): number {
    const { waiting, failed, unread } = this.data ?? { waiting: [], failed: [], unread: [] };
    return waiting.length + failed.length + unread.length;
  }

  async refresh(): Promise<void> {
    clearTimeout(this.later);
    this.later = undefined;
    const asked = ++this.asked;
    const read = await readInbox();
    if (asked !== this.asked) return;
    this.failure = read.ok ? null : read;
    if (read.ok) this.data = read.value;
  }

  /** Something has happened that the index hears of in a moment: many such are one reading. */
  refreshSoon(): void {
    this.later ??= setTimeout(() => void this.refresh(), INDEX_LAG_MS);
  }

  /** A reminder was changed here. */
  change(id: string, change: { at?: string; text?: string }): void {
    const { data } = this;
    if (!data) return;
    const scheduled = data.scheduled.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.data = { ...data, scheduled: scheduled.sort((a, b) => a.at.localeCompare(b.at)) };
  }

  /** One thing was seen to here: it is gone at once. */
  drop(
    part: "waiting" | "failed" | "scheduled" | "unread",
    isIt: (item: { id?: string; call_id?: string }) => boolean,
  ): void {
    const { data } = this;
    if (data) this.data = { ...data, [part]: data[part].filter((item) => !isIt(item)) };
  }
}

export const inbox = new InboxState();
