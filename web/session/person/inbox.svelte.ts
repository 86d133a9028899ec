/** What waits for whoever is signed in: read when it may have changed, never by the clock. */

import { type Inbox, readInbox } from "../../api/conversations/inbox.ts";
import type { Refused } from "../../api/http.ts";
import { sound } from "../browser/sound.ts";

class InboxState {
  data = $state.raw<Inbox | null>(null);
  failure = $state.raw<Refused | null>(null);
  private isStale = false;
  private reading: Promise<void> | undefined;

  /** What a person would want to see to: without what only comes by itself. */
  get count(): number {
    const { waiting, failed, unread } = this.data ?? { waiting: [], failed: [], unread: [] };
    return waiting.length + failed.length + unread.length;
  }

  /** Asked again while it reads, it reads once more. */
  refresh(): Promise<void> {
    this.isStale = true;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
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

  private take(data: Inbox): void {
    const before = this.data && this.count;
    this.data = data;
    if (before !== null && this.count > before) sound.more();
  }

  private async read(): Promise<void> {
    while (this.isStale) {
      this.isStale = false;
      const read = await readInbox();
      this.failure = read.ok ? null : read;
      if (read.ok) this.take(read.value);
    }
  }
}

export const inbox = new InboxState();
