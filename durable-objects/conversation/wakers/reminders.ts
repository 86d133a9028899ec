/** Reminders that are due come as notices: the agent tells the person. */
import { definedOf } from "../../../src/domain/defined.ts";
import type { Source } from "../../../src/domain/inbound.ts";
import { replyPlaceOf } from "../outbox/reply-place.ts";
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
          source: placeOf(store),
          ...(actor && { behalf: actor }),
          ...(trust && { trust }),
          text: `A reminder that was set earlier is due now. Tell the person: ${text}`,
        });
        // Refused by a full queue: it rings again when there may be room.
        if (receipt.status === "refused") store.reminders.postpone(id, now + FULL_QUEUE_PAUSE_MS);
        else store.reminders.remove(id);
      }
    },
  };
}

/** Where the person is reached, with the schedule as who speaks. */
function placeOf(store: Store): Source {
  const place = replyPlaceOf(store);
  if (!place) return { channel: "system", sender: "schedule" };
  const { channel, account, is_group, thread } = place;
  return { ...definedOf({ account, is_group, thread }), channel, sender: "schedule" };
}
