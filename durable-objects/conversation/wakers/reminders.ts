/** Turns due reminders into notices, so that the agent tells the person. */
import { reminderNotice } from "../../../src/domain/text/reminder-notice.ts";
import type { Store } from "../rows/store.ts";
import type { Life, Waker } from "./waker.ts";

const FULL_QUEUE_PAUSE_MS = 30_000;

export function reminderWaker(store: Store, { receive }: Pick<Life, "receive">): Waker {
  return {
    name: "reminders",
    due: () => store.reminders.next(),
    enter(now) {
      for (const { id, text, actor, trust } of store.reminders.due(now)) {
        const receipt = receive({
          type: "notice",
          key: `schedule:${id}`,
          source: { channel: "system", sender: "schedule" },
          is_for_person: true,
          ...(actor && { behalf: actor }),
          ...(trust && { trust }),
          text: reminderNotice(text),
        });
        // A full queue refused it: it is tried again when there may be room.
        if (receipt.status === "refused") store.reminders.postpone(id, now + FULL_QUEUE_PAUSE_MS);
        else store.reminders.remove(id);
      }
    },
  };
}
