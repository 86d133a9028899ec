/** A person changes a reminder's time or text, or cancels it. */

import type { ScheduledMessage } from "../../../src/domain/conversation/scheduled-message.ts";
import { definedOf } from "../../../src/domain/defined.ts";
import { queueAfterWork } from "../ledger/after-work.ts";
import type { Reminder } from "../rows/reminders.ts";
import type { Store } from "../rows/store.ts";

export interface ReminderChange {
  /** ms since the epoch. */
  at?: number | undefined;
  text?: string | undefined;
}

/** The changed reminder. Undefined when there is none with that id. */
export function changeReminder(
  store: Store,
  id: string,
  { change, now }: { change: ReminderChange; now: number },
): Reminder | undefined {
  const found = () => store.reminders.list().find((reminder) => reminder.id === id);
  const given = definedOf(change);
  if (Object.keys(given).length === 0) return found();
  return store.commit(now, () => {
    if (!store.reminders.change(id, given)) return undefined;
    indexReminders(store);
    return found();
  });
}

/** Returns false when there is none with that id. */
export function cancelReminder(store: Store, id: string, now: number): boolean {
  return store.commit(now, () => {
    if (!store.reminders.remove(id)) return false;
    indexReminders(store);
    return true;
  });
}

/** Returns false when its time has passed. */
export function scheduleAgain(store: Store, message: ScheduledMessage, now: number): boolean {
  const { id, at, text, trust = null, actor = null } = message;
  if (at <= now) return false;
  return store.commit(now, () => {
    store.reminders.add({ key: `again:${id}`, at, text, trust, actor });
    indexReminders(store);
    return true;
  });
}

/** Updates the index, which shows upcoming reminders. */
function indexReminders(store: Store): void {
  store.meta.revision += 1;
  queueAfterWork(store, { costs: [], message_ids: [] });
}
