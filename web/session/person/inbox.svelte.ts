/** Everything that waits for the signed-in person: read when it may have changed, never by a timer. */

import { type Inbox, readInbox } from "../../api/conversations/inbox.ts";
import type { ApiFailure } from "../../api/http.ts";
import { sound } from "../browser/sound.ts";

class InboxState {
  data = $state.raw<Inbox | null>(null);
  failure = $state.raw<ApiFailure | null>(null);
  private isStale = false;
  private reading: Promise<void> | undefined;

  /** The number of things to see to, without upcoming reminders. */
  get count(): number {
    const { waiting, failed, unread } = this.data ?? { waiting: [], failed: [], unread: [] };
    return waiting.length + failed.length + unread.length;
  }

  /** A call during a read repeats the read afterwards. */
  refresh(): Promise<void> {
    this.isStale = true;
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  /** Applies a change of a reminder that was made here. */
  change(id: string, change: { at?: string; text?: string }): void {
    const { data } = this;
    if (!data) return;
    const scheduled = data.scheduled.map((item) => (item.id === id ? { ...item, ...change } : item));
    this.data = { ...data, scheduled: scheduled.sort((a, b) => a.at.localeCompare(b.at)) };
  }

  /** Removes something at once that was dealt with here. */
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
